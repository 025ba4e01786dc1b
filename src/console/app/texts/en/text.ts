export const text = {
  copy: 'Copy',
  copied: 'Copied',
  enlarge: 'Enlarge the image',
  close: 'Close',
}
