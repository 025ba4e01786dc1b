import { Screen } from '../../parts/Screen.tsx'

export default function InboxScreen() {
  return <Screen title="Inbox">{null}</Screen>
}
