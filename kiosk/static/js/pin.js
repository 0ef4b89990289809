/* A keypad for screens without a keyboard: digits go into the field that was touched last. */

export function keyPad(page) {
  const pad = page.querySelector("[data-keypad]");
  const fields = [...page.querySelectorAll("[data-pin]")];
  if (!pad || !fields.length) return;
  pad.hidden = false;
  let field = fields[0];
  for (const one of fields) one.addEventListener("focus", () => { field = one; });
  pad.addEventListener("click", (event) => {
    const digit = event.target.closest("button")?.dataset.digit;
    if (digit === undefined) return;
    field.value = digit ? field.value + digit : field.value.slice(0, -1);
  });
}
