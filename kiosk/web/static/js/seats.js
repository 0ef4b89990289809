/* Known players: a tap on a name fills the marked seat and goes on to the next. */

export function fillSeats(page) {
  const fields = [...page.querySelectorAll("[data-clear]")];
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
  if (fields.length) mark(0);
}
