// What nearly every screen uses. It is loaded at first, as part of one file: a small file for each of these, with every screen
// that uses it, would be larger.
export { messageOf } from '../forms/message-of.ts'
export { runLater } from '../frame/run-later.ts'
export { useParameters } from '../parameters.ts'
export { Empty } from './Empty.tsx'
export { Quiet } from './Quiet.tsx'
export { Screen } from './Screen.tsx'
export { Tabs } from './Tabs.tsx'
