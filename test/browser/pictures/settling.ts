/** An expression for any browser: what a page loads late is loaded, and drawn. */
export const SETTLED = `(async () => {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (const figure of document.querySelectorAll('[data-diagram]')) {
    figure.scrollIntoView()
    // On a busy machine, a page gives up a diagram after a while, and removes its frame.
    for (let isBegun = false; !figure.classList.contains('drawn'); await nextFrame()) {
      const isThere = figure.querySelector('iframe') !== null
      if (isBegun && !isThere) break
      isBegun = isThere
    }
  }
  for (const image of document.images) image.loading = 'eager'
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  scrollTo(0, 0)
  await document.fonts.ready
  await nextFrame()
  await nextFrame()
})()`
