import { addCopyButtons, setUpCopying } from './copying.ts'
import { setUpEmbeds } from './embeds.ts'
import { setUpFeedback } from './feedback.ts'
import { addZoomButtons, setUpImages } from './images.ts'
import { reportView } from './insights.ts'
import { setUpNavigation } from './navigation.ts'
import { setUpSearch } from './search.ts'
import { setUpTabs } from './tabs.ts'
import { setUpThemes } from './themes.ts'

setUpThemes()
setUpNavigation()
setUpTabs()
setUpCopying()
setUpSearch()
setUpImages()
setUpEmbeds()
addCopyButtons(document)
addZoomButtons(document)
setUpFeedback()
reportView()
