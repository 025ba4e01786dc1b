import { Screen } from '../../parts/Screen.tsx'

export default function PageScreen() {
  return <Screen title="Page">{null}</Screen>
}
