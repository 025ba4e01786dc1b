import { make, onClick } from './page.ts'

/** The form of operations is loaded when a reader first opens one. It opens what is marked then. */
export function setUpTrying(): void {
  const { tryScript } = document.body.dataset
  let isLoaded = tryScript === undefined
  onClick('[data-try]', (button) => {
    if (isLoaded || tryScript === undefined) return
    isLoaded = true
    button.dataset.opens = ''
    document.head.append(make('script', { src: tryScript }))
  })
}
