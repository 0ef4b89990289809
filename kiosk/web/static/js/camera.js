/* What the camera sees, picture after picture: each is asked for when the last one is shown. */

export const SHORTEST_MS = 200;
export const REST_MS = 2000;

let isShowing = false;

export function showCamera(page) {
  if (isShowing || !page.querySelector("img[data-still]")) return;
  isShowing = true;
  let after = 0;
  let shown = "";
  const next = async () => {
    const place = page.querySelector("img[data-still]");
    if (!place) {
      isShowing = false;
      return;
    }
    let wait = REST_MS;
    if (!page.hidden) {
      try {
        const answer = await fetch(`/camera/still.jpg?after=${after}`);
        if (answer.ok) {
          after = Number(answer.headers.get("X-Frame"));
          const fresh = URL.createObjectURL(await answer.blob());
          place.src = fresh;
          await place.decode();
          if (shown) URL.revokeObjectURL(shown);
          shown = fresh;
          wait = SHORTEST_MS;
        }
      } catch {
        wait = REST_MS;
      }
    }
    setTimeout(next, wait);
  };
  next();
}
