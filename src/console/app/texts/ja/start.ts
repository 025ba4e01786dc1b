import type { SitesTexts } from '../texts.ts'

export const start: SitesTexts['start'] = {
  title: '最初のサイト',
  lead: '3 つの手順です。始め方を選び、書き、公開します。いつでも中断して、後で続けられます。',
  name: '名前は何ですか？',
  nameDefault: 'ドキュメント',
  organization: '組織',
  choose: '始め方',
  choices: {
    guide: {
      title: 'ガイドから',
      text: '文章と画像を変更できる Quire ガイドのコピーです。試してみるのに向いています。',
    },
    import: {
      title: '手元の内容から',
      text: 'Git リポジトリ、zip アーカイブ、Word 文書、Markdown ファイルをインポートします。',
    },
    empty: { title: '空のページから', text: 'タイトルだけの 1 ページです。残りは自分で書きます。' },
  },
  creating: 'スペースを作成しています…',
  firstPage: 'ようこそ',
  continueTitle: (title) => `「${title}」を始めています。`,
  continue: '続ける',
  look: '公開されたサイトの例を見る:',
  cannot: 'スペースを作成できる組織がありません。組織の管理者に create ロールを依頼してください。',
  steps: '最初のサイトまでの手順',
  content: '選ぶ',
  write: '書く',
  publish: '公開する',
  done: '完了',
  importHint: 'インポートするものを選んでください。ページは左側に表示されます。',
  writeHint: '何か書いて公開しましょう。入力した内容はすべて保存されます。',
  publishedHint: 'サイトを公開しました。',
  openSite: 'サイトを開く',
  theme: '見た目を変える',
  dismiss: 'この手順を閉じる',
}
