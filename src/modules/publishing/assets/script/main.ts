import { setUpCopying } from './copying.ts'
import { setUpImages } from './images.ts'
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
