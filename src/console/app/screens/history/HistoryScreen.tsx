import { Screen } from '../../parts/Screen.tsx'

export default function HistoryScreen() {
  return <Screen title="History">{null}</Screen>
}
