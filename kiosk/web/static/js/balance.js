/* What is typed for everyone adds up to 0: the page says what is left, and gives it to a seat. */

/** Return the points that *text* says; none say 0. */
export function points(text) {
  return Number(text.replaceAll("−", "-").replace(/[^0-9-]/g, "")) || 0;
}

/** Return *value* as people read it: +300, −300, ±0. */
export function signed(value) {
  const plain = Math.abs(value).toLocaleString("en");
  return value > 0 ? `+${plain}` : value < 0 ? `−${plain}` : "±0";
}

const kept = new WeakSet();

export function keepBalance(page) {
  const form = page.querySelector("[data-balance]");
  if (!form) return;
  const fields = [...form.querySelectorAll("[data-points]")];
  const told = form.querySelector("[data-left]");
  const left = () => 0 - fields.reduce((sum, field) => sum + points(field.value), 0);
  const show = () => {
    told.textContent = left() ? told.dataset.words.replace("#", signed(left())) : told.dataset.even;
    told.classList.toggle("even", left() === 0);
  };
  const buttons = form.querySelectorAll("[data-rest]");
  for (const button of buttons) button.hidden = false;
  if (kept.has(form)) return;
  kept.add(form);
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const field = button.parentElement.querySelector("[data-points]");
      field.value = signed(points(field.value) + left());
      show();
    });
  }
  form.addEventListener("input", show);
}
