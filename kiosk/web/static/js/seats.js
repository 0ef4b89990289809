/* Known players: a tap on a name fills the marked seat and goes on to the next. */

const known = new WeakSet();

export function fillSeats(page) {
  const fields = [...page.querySelectorAll("[data-clear]")];
  if (!fields.length || known.has(fields[0])) return;
  known.add(fields[0]);
  let marked = 0;
  const mark = (place) => {
    marked = place % fields.length;
    fields.forEach((field, at) => field.closest(".panel").classList.toggle("chosen", at === marked));
  };
  fields.forEach((field, place) => field.addEventListener("focus", () => {
    mark(place);
    field.select();
  }));
  for (const button of page.querySelectorAll("[data-fill]")) {
    button.addEventListener("click", () => {
      fields[marked].value = button.dataset.fill;
      mark(marked + 1);
    });
  }
  mark(0);
}
