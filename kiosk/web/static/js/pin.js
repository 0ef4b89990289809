/* A keypad for screens without a keyboard: digits go into the field that was touched last. */

/** Return what stands in a field of *text* after a tap on *key*; an empty key takes one away. */
export function typed(text, key) {
  if (key === "±") return text.startsWith("−") ? text.slice(1) : `−${text.replace(/^[-+±]/, "")}`;
  return key ? text + key : text.slice(0, -1);
}

const pads = new WeakSet();

export function keyPad(page) {
  const pad = page.querySelector("[data-keypad]");
  const fields = [...page.querySelectorAll("[data-pin], [data-keys]")];
  if (!pad || !fields.length) return;
  pad.hidden = false;
  if (pads.has(pad)) return;
  pads.add(pad);
  let field = fields[0];
  let isFresh = true; /* a figure that was just touched is written anew */
  for (const one of fields) one.addEventListener("focus", () => { field = one; isFresh = "keys" in one.dataset; });
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button")?.dataset.digit;
    if (key === undefined || (key === "±" && field.type === "number")) return;
    field.value = typed(isFresh && /[0-9]/.test(key) ? "" : field.value, key);
    isFresh = false;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
