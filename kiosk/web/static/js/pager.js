/* A list that is longer than a small screen lies in pages side by side: buttons turn them, or a finger pushes them. */

/** Return which page is in sight and which is the last, the first being 0, with *gap* pixels between two. */
export function pageOf({ scrollLeft, scrollWidth, clientWidth }, gap) {
  const most = scrollWidth - clientWidth;
  const last = Math.max(0, Math.ceil((most - 1) / (clientWidth + gap)));
  return { at: scrollLeft >= most - 1 ? last : Math.round(scrollLeft / (clientWidth + gap)), last };
}

const gapOf = (list) => parseFloat(getComputedStyle(list).columnGap) || 0;

export function turnPages(page) {
  const lists = () => [...page.querySelectorAll(".paged")];
  const inSight = () => lists().find((list) => list.checkVisibility());
  const say = () => {
    const [pager, list] = [page.querySelector("[data-pager]"), inSight()];
    const { at, last } = list ? pageOf(list, gapOf(list)) : { at: 0, last: 0 };
    pager.hidden = !last;
    pager.querySelector("[data-page]").textContent = `${at + 1} / ${last + 1}`;
    for (const button of pager.querySelectorAll("[data-turn]")) button.disabled = at === (button.dataset.turn > 0 ? last : 0);
  };
  const sizes = new ResizeObserver(say);
  const begun = new WeakSet();
  const watch = () => {
    sizes.disconnect();
    for (const list of lists()) {
      sizes.observe(list);
      list.tabIndex = 0; /* who has only keys turns pages by the arrows */
      if ("last" in list.dataset && !begun.has(list)) list.scrollLeft = list.scrollWidth; /* the newest first */
      else if (begun.has(list)) list.scrollLeft = pageOf(list, gapOf(list)).at * (list.clientWidth + gapOf(list)); /* the same page, whole */
      begun.add(list);
    }
    say();
  };
  watch();
  page.addEventListener("arrived", watch);
  for (const name of ["scroll", "toggle"]) page.addEventListener(name, say, true);
  page.addEventListener("click", (event) => {
    const turn = event.target.closest?.("[data-turn]")?.dataset.turn;
    const list = turn && inSight();
    if (list) list.scrollBy({ left: turn * (list.clientWidth + gapOf(list)) });
  });
}
