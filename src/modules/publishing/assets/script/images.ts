import { all, dialog, onClick, text } from './page.ts'

/** Makes images buttons that enlarge them. */
export function addZoomButtons(within: ParentNode): void {
  for (const image of all<HTMLImageElement>('img.zoom', within)) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'zoom-button'
    button.setAttribute('aria-label', image.alt ? `${text('enlarge')}: ${image.alt}` : text('enlarge'))
    if (image.classList.contains('on-light')) button.classList.add('on-light')
    if (image.classList.contains('on-dark')) button.classList.add('on-dark')
    image.replaceWith(button)
    button.append(image)
  }
}

/** Images that are shown smaller than they are can be enlarged. */
export function setUpImages(): void {
  onClick('.zoom-button', (button) => {
    const image = button.querySelector('img')
    if (!image) return
    const copy = image.cloneNode() as HTMLImageElement
    copy.className = ''
    copy.removeAttribute('loading')
    const shown = dialog('zoom-dialog', image.alt || text('enlarge'), copy)
    copy.addEventListener('click', () => shown.close())
    shown.addEventListener('close', () => shown.remove())
    shown.showModal()
  })
}
