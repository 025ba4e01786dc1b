export default function SiteTheme() {
  return null
}
