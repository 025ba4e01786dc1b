import { setUpCopying } from '../../../modules/publishing/assets/script/copying.ts'
import { setUpImages } from '../../../modules/publishing/assets/script/images.ts'
import { setTexts } from '../../../modules/publishing/assets/script/page.ts'
import { setUpTabs } from '../../../modules/publishing/assets/script/tabs.ts'
import { texts } from '../texts/index.ts'

// Tabs, copy buttons and images work as on published sites, by the same script, which is set up once.
setTexts(texts.text)
setUpTabs()
setUpCopying()
setUpImages()

export { addCopyButtons } from '../../../modules/publishing/assets/script/copying.ts'
export { drawDiagrams } from '../../../modules/publishing/assets/script/draw-diagrams.ts'
export { addZoomButtons } from '../../../modules/publishing/assets/script/images.ts'
export { reveal } from '../../../modules/publishing/assets/script/tabs.ts'
