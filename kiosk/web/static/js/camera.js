/* What the camera sees and what is read in it: each look is asked for when the last one is shown. */

export const REST_MS = 2000;

let isLooking = false;

/** Put the parts of a look into the places of *page* that have their names, once its picture can be drawn. */
async function show(page, look) {
  await look.querySelector("img").decode();
  for (const part of look.querySelectorAll("[data-part]")) {
    page.querySelector(`[data-part="${part.dataset.part}"]`)?.replaceChildren(...part.childNodes);
  }
}

export function showCamera(page) {
  const placeOf = () => page.querySelector("[data-look]");
  if (isLooking || !placeOf()) return;
  isLooking = true;
  let after = 0;
  const next = async () => {
    const place = placeOf();
    if (!place) {
      isLooking = false;
      return;
    }
    let rest = REST_MS;
    if (!page.hidden && !page.body.classList.contains("dark")) {
      try {
        const answer = await fetch(`/camera/look?after=${after}`);
        if (answer.ok) {
          const look = page.createElement("div");
          look.innerHTML = await answer.text();
          await show(page, look);
          place.dataset.look = after = Number(answer.headers.get("X-Frame"));
          rest = 0;
        }
      } catch {
        rest = REST_MS;
      }
      place.classList.toggle("stale", rest > 0);
    }
    setTimeout(next, rest);
  };
  next();
}
