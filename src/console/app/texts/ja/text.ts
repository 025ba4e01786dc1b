import type { Texts } from '../texts.ts'

export const text: Texts['text'] = {
  copy: 'コピー',
  copied: 'コピーしました',
  enlarge: '画像を拡大',
  close: '閉じる',
}
