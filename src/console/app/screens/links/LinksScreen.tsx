import { Screen } from '../../parts/Screen.tsx'

export default function LinksScreen() {
  return <Screen title="Links">{null}</Screen>
}
