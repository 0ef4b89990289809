/* What is wrong with the page as it is drawn now; with `inReach` also what cannot be touched.
   Returns one line for each fault. */
({ tap, least, inReach }) => {
  const faults = [];
  const root = document.documentElement;
  const isTurned = /page-turned/.test(root.className);
  const main = document.querySelector("main");
  const footer = document.querySelector("footer.actions");

  const isShown = (one) => one.checkVisibility() && one.getClientRects().length;
  /* only read out */
  const isUnseen = (one) => one && (getComputedStyle(one).clipPath !== "none" || isUnseen(one.parentElement));
  const named = (one) => (one.getAttribute("aria-label") || one.innerText || one.name
    || one.className).trim().slice(0, 40);
  const area = (one) => {
    const label = one.matches("[type=radio], [type=checkbox]") && one.closest("label");
    return (label || one).getBoundingClientRect();
  };
  const frame = (one) => one.closest(".sheet, .side, .scroll, .paged, main, header, footer");
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  /* the line's box is higher than its letters: what is above and below them may touch anything */
  const ink = (line) => ({
    left: line.left + 1, right: line.right - 1,
    top: line.top + line.height * .22, bottom: line.bottom - line.height * .06,
  });
  const isPainted = (style) => parseFloat(style.borderLeftWidth) > 0
    || !["rgba(0, 0, 0, 0)", "transparent"].includes(style.backgroundColor);

  function* lines() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walker.nextNode()) {
      const text = walker.currentNode, one = text.parentElement;
      if (!text.data.trim() || one.closest("svg, .visually-hidden, select, datalist, noscript"))
        continue;
      if (!isShown(one) || isUnseen(one)) continue;
      range.selectNodeContents(text);
      for (const line of range.getClientRects())
        if (line.width > 2 && line.height > 2) yield { one, words: text.data.trim(), box: ink(line) };
    }
  }

  /* letters stay in their card, and nothing that hides what is too long hides a part of them */
  function measure({ one, words, box }) {
    const name = words.slice(0, 40);
    let isInCard = false;
    for (let it = one; it !== document.body; it = it.parentElement) {
      const style = getComputedStyle(it), card = it.getBoundingClientRect();
      if (["auto", "scroll"].includes(style.overflowX) && it !== main) return;
      const hides = (axis) => ["hidden", "clip"].includes(style[axis]);
      const isAbbreviated = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      const isWide = box.left < card.left - 1.5 || box.right > card.right + 1.5;
      const isHigh = box.top < card.top - 1.5 || box.bottom > card.bottom + 1.5;
      if (hides("overflowX") && isWide && !isAbbreviated) faults.push(`cut text: ${name}`);
      if (hides("overflowY") && isHigh) faults.push(`cut text: ${name}`);
      if (hides("overflowX") && isAbbreviated) {
        if (isWide && it.clientWidth < 2 * parseFloat(style.fontSize))
          faults.push(`no room: ${name}`);
        return;
      }
      if (!isInCard && isPainted(style) && !["inline", "contents"].includes(style.display)) {
        isInCard = true;
        if (isWide || isHigh) faults.push(`text leaves its card: ${name}`);
      }
    }
    if (box.left < -1 || box.right > innerWidth + 1) faults.push(`text outside: ${name}`);
  }

  if (root.scrollWidth > innerWidth) faults.push("the page is too wide");
  if (![...document.querySelectorAll("h1")].some((one) => one.checkVisibility()))
    faults.push("no heading");
  if (main && main.scrollWidth > main.clientWidth + 1 && !isTurned)
    faults.push("the page scrolls sideways");

  const targets = [...document.querySelectorAll("button, a[href], summary, select, textarea, " +
    "input:not([type=hidden])")].filter(isShown);
  const boxes = targets.map((one) => ({ one, box: area(one), frame: frame(one) }));
  for (const { one, box } of boxes) {
    if (box.width < tap - .5 || box.height < tap - .5)
      faults.push(`small: ${named(one)} ${Math.round(box.width)}×${Math.round(box.height)}`);
    const isOut = box.left < -1 || box.right > innerWidth + 1;
    if (isOut && !one.closest(".scroll, .paged") && !isTurned) faults.push(`outside: ${named(one)}`);
    if (one.scrollWidth > one.clientWidth + 2) faults.push(`clipped: ${named(one)}`);
  }
  boxes.forEach((a, at) => {
    for (const b of boxes.slice(at + 1)) {
      if (a.frame !== b.frame || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      if (overlap(a.box, b.box)) faults.push(`overlap: ${named(a.one)} / ${named(b.one)}`);
    }
  });

  /* of what is abbreviated, only what is left stands anywhere */
  const abbreviated = ({ one, box }) => {
    let it = one;
    while (it !== document.body && getComputedStyle(it).textOverflow !== "ellipsis")
      it = it.parentElement;
    const end = it === document.body ? Infinity : it.getBoundingClientRect().right;
    return { ...box, right: Math.min(box.right, end) };
  };
  const written = [...lines()].map((line) =>
    ({ ...line, frame: frame(line.one), left: abbreviated(line) }));
  for (const { one, words } of written) {
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < least) faults.push(`tiny text: ${words.slice(0, 40)} ${Math.round(size)} px`);
    const raw = !one.closest("code, pre, .events, [lang=en] .facts, .facts[lang=en]") &&
      /\b(ui|error|rule|ruleset|reason|element|fault|option)\.[a-z_]+/.exec(words);
    if (raw) faults.push(`no words: ${raw[0]}`);
  }
  if (!isTurned && !document.querySelector(".flat")) {
    written.forEach(measure);
    written.forEach((a, at) => {
      for (const b of written.slice(at + 1))
        if (a.one !== b.one && a.frame === b.frame && overlap(a.left, b.left))
          faults.push(`overlap: ${a.words.slice(0, 40)} / ${b.words.slice(0, 40)}`);
      for (const b of boxes) {
        if (b.frame !== a.frame || b.one.contains(a.one) || a.one.contains(b.one)) continue;
        if (b.one.closest("label") && b.one.closest("label").contains(a.one)) continue;
        if (overlap(a.left, b.box))
          faults.push(`covered: ${a.words.slice(0, 40)} / ${named(b.one)}`);
      }
    });
  }

  for (const menu of document.querySelectorAll("details.menu:not([open])")) {
    if (!isShown(menu)) continue;
    menu.open = true;
    const sheet = menu.querySelector(".sheet"), box = sheet.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
        || sheet.scrollWidth > sheet.clientWidth + 1)
      faults.push(`menu leaves the screen: ${named(menu.querySelector("summary"))}`);
    menu.open = false;
  }

  const primary = !isTurned && document.querySelector("footer .primary");
  if (primary) {
    const box = primary.getBoundingClientRect();
    if (box.bottom > innerHeight) faults.push("the primary button is below the edge");
    if (box.right < innerWidth * 0.9) faults.push("the primary button is not on the right");
    if (box.height < 72) faults.push("the primary button is low");
  }
  if (main && footer && !isTurned && main.clientHeight < innerHeight * .4)
    faults.push(`main has ${main.clientHeight} of ${innerHeight} px`);

  for (const one of inReach ? targets : []) {
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = area(one), x = box.left + box.width / 2, y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    const label = one.closest("label");
    if (!hit || !(one.contains(hit) || hit.contains(one) || (label && label.contains(hit))))
      faults.push(`out of reach: ${named(one)}`);
  }
  const scrolled = [...document.querySelectorAll("*")].filter(
    (one) => one.scrollTop || one.scrollLeft);
  for (const one of inReach ? scrolled : []) one.scrollTo(0, 0);
  return [...new Set(faults)];
}
