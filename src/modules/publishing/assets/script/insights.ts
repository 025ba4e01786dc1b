/** Where the page reports what its reader does; undefined if that is not counted. */
const place = document.body.dataset.insights

function report(content: object): void {
  if (place) navigator.sendBeacon(place, JSON.stringify(content))
}

/** Reports the view of the page, with the host that its reader comes from. A page that is only prepared waits until it is shown. */
export function reportView(): void {
  const isPrepared = (document as { prerendering?: boolean }).prerendering
  if (isPrepared) {
    document.addEventListener('prerenderingchange', reportView, { once: true })
    return
  }
  const from = document.referrer
  report(from && new URL(from).host !== location.host ? { referrer: new URL(from).origin } : {})
}

let reported = ''

/** Reports what the reader has searched for, once, when they are done with it. */
export function reportSearch(search: string, found: boolean): void {
  if (search === '' || search === reported) return
  reported = search
  report({ search, found })
}
