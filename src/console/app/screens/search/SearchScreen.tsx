import { Screen } from '../../parts/Screen.tsx'

export default function SearchScreen() {
  return <Screen title="Search">{null}</Screen>
}
