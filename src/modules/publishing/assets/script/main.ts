import { addCopyButtons, setUpCopying } from './copying.ts'
import { setUpEmbeds } from './embeds.ts'
import { setUpExpanding } from './expanding.ts'
import { setUpFeedback } from './feedback.ts'
import { addZoomButtons, setUpImages } from './images.ts'
import { reportView } from './insights.ts'
import { setUpNavigation } from './navigation.ts'
import { setUpSearch } from './search.ts'
import { setUpTabs } from './tabs.ts'
import { setUpThemes } from './themes.ts'
import { setUpTrying } from './trying.ts'

setUpThemes()
setUpNavigation()
setUpTabs()
setUpCopying()
setUpSearch()
setUpImages()
setUpEmbeds()
setUpExpanding()
addCopyButtons(document)
addZoomButtons(document)
setUpTrying()
setUpFeedback()
reportView()
