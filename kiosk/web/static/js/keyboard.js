/* A keyboard on the page, for a screen that has none: letters, kana, digits. It types at the end. */

const LETTERS = [["qwertyuiop", "asdfghjkl", "⇧zxcvbnm-'"], ["QWERTYUIOP", "ASDFGHJKL", "⇧ZXCVBNM-'"]];
const KANA = ["わらやまはなたさかあ", "をり゛みひにちしきい", "んるゆむふぬつすくう", "ーれ゜めへねてせけえ", "小ろよもほのとそこお"];
const DIGITS = ["1234567890", "+-−.,:;/()", "&@#!?*=%\"_"];
const SMALL = "あぁいぃうぅえぇおぉつっやゃゆゅよょわゎ";
const MARKS = { "゛": "\u3099", "゜": "\u309a" };

/** Return *text* after a tap on *key*; an empty key takes its last sign away. */
export function struck(text, key) {
  const signs = [...text];
  const last = signs.at(-1) ?? "";
  if (!key) return signs.slice(0, -1).join("");
  if (key in MARKS) {
    const voiced = (last.normalize("NFD")[0] ?? "") + MARKS[key];
    const one = voiced.normalize("NFC");
    return [...one].length === 1 ? text.slice(0, -last.length) + one : text;
  }
  if (key !== "小") return text + key;
  const at = SMALL.indexOf(last);
  return last && at >= 0 ? text.slice(0, -last.length) + SMALL[at % 2 ? at - 1 : at + 1] : text;
}

const OWN = "input[type=text]:not([data-keys]), input[type=number]:not([data-keys]), textarea";

function button(label, act, name = "") {
  const key = document.createElement("button");
  key.type = "button";
  key.textContent = label;
  if (name) key.setAttribute("aria-label", name);
  key.addEventListener("click", act);
  return key;
}

export function keyboard(page) {
  const words = page.body.dataset;
  if (!words.keyboard) return;
  let field = null;
  let isFresh = false;
  let layout = "";
  let upper = 0;
  const sheet = page.createElement("div");
  sheet.className = "keyboard";
  sheet.setAttribute("role", "group");
  sheet.addEventListener("mousedown", (event) => event.preventDefault()); /* the field stays marked */
  sheet.setAttribute("aria-label", words.keyboard);

  const type = (key) => {
    const text = struck(isFresh && key ? "" : field.value, key);
    if (field.maxLength < 0 || text.length <= field.maxLength) field.value = text;
    isFresh = false;
    if (upper) draw(layout, 0);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const close = () => {
    field?.removeAttribute("inputmode");
    field = null;
    sheet.remove();
  };
  const row = (keys) => {
    const line = page.createElement("div");
    line.append(...keys);
    return line;
  };
  const draw = (shown, shift = 0) => {
    [layout, upper] = [shown, shift];
    const rows = { abc: LETTERS[shift], "かな": KANA, 123: DIGITS }[shown];
    const lines = rows.map((signs) => row([...signs].map((sign) =>
      sign === "⇧" ? button(sign, () => draw("abc", 1 - upper), words.shift) : button(sign, () => type(sign)))));
    const others = ["abc", "かな", "123"].filter((name) => name !== shown && field.type !== "number");
    lines.push(row([
      ...others.map((name) => button(name, () => draw(name))),
      button("␣", () => type(" "), words.space),
      button("⌫", () => type(""), words.erase),
      button(words.done, close),
    ]));
    sheet.replaceChildren(...lines);
  };
  const open = (target) => {
    if (target === field) return;
    close();
    field = target;
    field.setAttribute("inputmode", "none"); /* the device's own keyboard, if any, stays away */
    isFresh = true;
    draw(field.type === "number" ? "123" : page.documentElement.lang === "ja" ? "かな" : "abc");
    page.body.append(sheet);
    field.scrollIntoView({ block: "start" });
  };

  page.addEventListener("click", (event) => {
    const target = event.target.closest?.(OWN);
    if (target) open(target);
    else if (field && !event.composedPath().includes(sheet)) close();
  });
  page.addEventListener("keydown", (event) => { if (event.isTrusted) close(); });
  page.addEventListener("arrived", close);
}
