import { attributes, type Html, html, nothing } from '../../../core/html.ts'
import type { Texts } from '../../site-texts/index.ts'
import type { SiteFrame } from '../views.ts'
import { frameLink } from './header.ts'
import { ofInterface } from './html-document.ts'
import { ownImage, themedImage } from './images.ts'

export function footer(frame: SiteFrame, texts: Texts): Html {
  const { footer: given } = frame
  const groups =
    given && given.groups.length > 0
      ? html`<div class="footer-groups">${given.groups.map(
          ({ title, links }) =>
            html`<div><p class="footer-title">${title}</p><ul>${links.map((link) => html`<li>${frameLink(link, frame)}</li>`)}</ul></div>`,
        )}</div>`
      : nothing
  const image = ownImage(given?.logo)
  const logo = image ? themedImage(image, frame.title, 'logo') : nothing
  const privacy = frame.privacyPolicy
    ? frameLink({ title: texts.get('privacy'), href: frame.privacyPolicy }, frame)
    : nothing
  const isEmpty =
    !image && groups === nothing && !given?.copyright && !frame.privacyPolicy && !frame.trademark
  if (isEmpty) return nothing
  const line = html`<div class="footer-line">${given?.copyright && html`<span>${given.copyright}</span>`}${privacy}${frame.trademark && html`<span>${texts.get('trademark')}</span>`}</div>`
  return html`<footer class="site-footer"${attributes(ofInterface(frame))}>${logo}${groups}${line}</footer>`
}
