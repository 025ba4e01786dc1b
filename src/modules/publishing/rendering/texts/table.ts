/** The texts of the user interface: English, French, Spanish, Chinese, Japanese, German, Dutch, Norwegian, Portuguese, Russian. */
export const table = {
  skip: 'Skip to content|Aller au contenu|Ir al contenido|跳到正文|本文へ移動|Zum Inhalt|Naar de inhoud|Gå til innholdet|Ir para o conteúdo|К содержанию',
  search: 'Search|Rechercher|Buscar|搜索|検索|Suchen|Zoeken|Søk|Pesquisar|Поиск',
  searchSite:
    'Search the documentation|Rechercher dans la documentation|Buscar en la documentación|搜索文档|ドキュメントを検索|Dokumentation durchsuchen|Documentatie doorzoeken|Søk i dokumentasjonen|Pesquisar na documentação|Поиск по документации',
  noResults:
    'No results for “{}”.|Aucun résultat pour « {} ».|No hay resultados para «{}».|没有找到“{}”。|「{}」は見つかりませんでした。|Keine Ergebnisse für „{}“.|Geen resultaten voor ‘{}’.|Ingen treff for «{}».|Nenhum resultado para “{}”.|Ничего не найдено по запросу «{}».',
  tryWords:
    'Did you mean:|Vouliez-vous dire :|Quizás quiso decir:|您要找的是：|もしかして：|Meinten Sie:|Bedoelde u:|Mente du:|Você quis dizer:|Возможно, вы имели в виду:',
  searchHint:
    'Enter a word or a phrase.|Saisissez un mot ou une phrase.|Escriba una palabra o una frase.|输入单词或短语。|単語または語句を入力してください。|Geben Sie ein Wort oder einen Satz ein.|Voer een woord of zin in.|Skriv et ord eller en setning.|Digite uma palavra ou frase.|Введите слово или фразу.',
  searchFailed:
    'The search is not available. Try again.|La recherche n’est pas disponible. Réessayez.|La búsqueda no está disponible. Inténtelo de nuevo.|搜索不可用，请重试。|検索を利用できません。もう一度お試しください。|Die Suche ist nicht verfügbar. Versuchen Sie es erneut.|Zoeken is niet beschikbaar. Probeer het opnieuw.|Søket er ikke tilgjengelig. Prøv igjen.|A pesquisa não está disponível. Tente novamente.|Поиск недоступен. Повторите попытку.',
  results:
    'Search results|Résultats de recherche|Resultados de la búsqueda|搜索结果|検索結果|Suchergebnisse|Zoekresultaten|Søkeresultater|Resultados da pesquisa|Результаты поиска',
  menu: 'Menu|Menu|Menú|菜单|メニュー|Menü|Menu|Meny|Menu|Меню',
  close: 'Close|Fermer|Cerrar|关闭|閉じる|Schließen|Sluiten|Lukk|Fechar|Закрыть',
  pages: 'Pages|Pages|Páginas|页面|ページ|Seiten|Pagina’s|Sider|Páginas|Страницы',
  open: 'Show pages below “{}”|Afficher les pages sous « {} »|Mostrar las páginas de «{}»|显示“{}”下的页面|「{}」の下のページを表示|Seiten unter „{}“ anzeigen|Pagina’s onder ‘{}’ tonen|Vis sider under «{}»|Mostrar páginas de “{}”|Показать страницы раздела «{}»',
  sections: 'Sections|Sections|Secciones|栏目|セクション|Bereiche|Secties|Seksjoner|Seções|Разделы',
  variants: 'Version|Version|Versión|版本|バージョン|Version|Versie|Versjon|Versão|Версия',
  outline:
    'On this page|Sur cette page|En esta página|本页内容|このページの内容|Auf dieser Seite|Op deze pagina|På denne siden|Nesta página|На этой странице',
  breadcrumbs:
    'Breadcrumbs|Fil d’Ariane|Ruta de navegación|面包屑导航|パンくずリスト|Brotkrümelpfad|Kruimelpad|Brødsmuler|Trilha de navegação|Навигационная цепочка',
  previous: 'Previous|Précédent|Anterior|上一页|前へ|Zurück|Vorige|Forrige|Anterior|Назад',
  next: 'Next|Suivant|Siguiente|下一页|次へ|Weiter|Volgende|Neste|Próximo|Далее',
  pagination:
    'Previous and next page|Page précédente et suivante|Página anterior y siguiente|上一页和下一页|前後のページ|Vorherige und nächste Seite|Vorige en volgende pagina|Forrige og neste side|Página anterior e próxima|Предыдущая и следующая страницы',
  updated:
    'Last updated {}|Dernière mise à jour le {}|Última actualización: {}|最后更新于 {}|最終更新：{}|Zuletzt geändert: {}|Laatst bijgewerkt: {}|Sist oppdatert {}|Última atualização: {}|Обновлено: {}',
  copy: 'Copy|Copier|Copiar|复制|コピー|Kopieren|Kopiëren|Kopier|Copiar|Копировать',
  copied: 'Copied|Copié|Copiado|已复制|コピーしました|Kopiert|Gekopieerd|Kopiert|Copiado|Скопировано',
  copyMarkdown:
    'Copy as Markdown|Copier en Markdown|Copiar como Markdown|复制为 Markdown|Markdown としてコピー|Als Markdown kopieren|Kopiëren als Markdown|Kopier som Markdown|Copiar como Markdown|Копировать как Markdown',
  viewMarkdown:
    'View as Markdown|Afficher en Markdown|Ver como Markdown|查看 Markdown|Markdown で表示|Als Markdown anzeigen|Bekijken als Markdown|Vis som Markdown|Ver como Markdown|Открыть как Markdown',
  pdf: 'PDF of this page|PDF de cette page|PDF de esta página|本页 PDF|このページの PDF|PDF dieser Seite|PDF van deze pagina|PDF av denne siden|PDF desta página|PDF этой страницы',
  edit: 'Edit this page|Modifier cette page|Editar esta página|编辑本页|このページを編集|Diese Seite bearbeiten|Deze pagina bewerken|Rediger denne siden|Editar esta página|Редактировать страницу',
  theme: 'Theme|Thème|Tema|主题|テーマ|Farbschema|Thema|Tema|Tema|Тема',
  light: 'Light|Clair|Claro|浅色|ライト|Hell|Licht|Lys|Claro|Светлая',
  dark: 'Dark|Sombre|Oscuro|深色|ダーク|Dunkel|Donker|Mørk|Escuro|Тёмная',
  system: 'System|Système|Sistema|跟随系统|システム|System|Systeem|System|Sistema|Системная',
  anchor:
    'Link to “{}”|Lien vers « {} »|Enlace a «{}»|“{}”的链接|「{}」へのリンク|Link zu „{}“|Link naar ‘{}’|Lenke til «{}»|Link para “{}”|Ссылка на «{}»',
  note: 'Note {}|Note {}|Nota {}|注释 {}|注 {}|Anmerkung {}|Noot {}|Note {}|Nota {}|Примечание {}',
  notes: 'Notes|Notes|Notas|注释|注|Anmerkungen|Noten|Noter|Notas|Примечания',
  back: 'Back to the text|Retour au texte|Volver al texto|返回正文|本文に戻る|Zurück zum Text|Terug naar de tekst|Tilbake til teksten|Voltar ao texto|Назад к тексту',
  info: 'Note|Remarque|Nota|说明|メモ|Hinweis|Opmerking|Merk|Nota|Примечание',
  success: 'Tip|Conseil|Consejo|提示|ヒント|Tipp|Tip|Tips|Dica|Совет',
  warning: 'Warning|Avertissement|Advertencia|警告|注意|Warnung|Waarschuwing|Advarsel|Aviso|Предупреждение',
  danger: 'Danger|Danger|Peligro|危险|危険|Gefahr|Gevaar|Fare|Perigo|Опасно',
  done: 'Done|Fait|Hecho|已完成|完了|Erledigt|Gereed|Ferdig|Concluído|Готово',
  notDone: 'Open|À faire|Pendiente|未完成|未完了|Offen|Open|Åpen|Pendente|Не выполнено',
  tabs: 'Tabs|Onglets|Pestañas|选项卡|タブ|Registerkarten|Tabbladen|Faner|Abas|Вкладки',
  table: 'Table|Tableau|Tabla|表格|表|Tabelle|Tabel|Tabell|Tabela|Таблица',
  code: 'Code|Code|Código|代码|コード|Code|Code|Kode|Código|Код',
  enlarge:
    'Enlarge the image|Agrandir l’image|Ampliar la imagen|放大图片|画像を拡大|Bild vergrößern|Afbeelding vergroten|Forstørr bildet|Ampliar a imagem|Увеличить изображение',
  image: 'Image|Image|Imagen|图片|画像|Bild|Afbeelding|Bilde|Imagem|Изображение',
  imageAt:
    'Image on {}|Image sur {}|Imagen en {}|{} 上的图片|{} の画像|Bild auf {}|Afbeelding op {}|Bilde på {}|Imagem em {}|Изображение на {}',
  openAt:
    'Open on {}|Ouvrir sur {}|Abrir en {}|在 {} 上打开|{} で開く|Auf {} öffnen|Openen op {}|Åpne på {}|Abrir em {}|Открыть на {}',
  file: 'File|Fichier|Archivo|文件|ファイル|Datei|Bestand|Fil|Arquivo|Файл',
  prompt: 'Prompt|Invite|Instrucción|提示词|プロンプト|Prompt|Prompt|Ledetekst|Prompt|Запрос',
  rating: '{} out of 5|{} sur 5|{} de 5|{} / 5|5 段階中 {}|{} von 5|{} van 5|{} av 5|{} de 5|{} из 5',
  privacy:
    'Privacy policy|Politique de confidentialité|Política de privacidad|隐私政策|プライバシーポリシー|Datenschutz|Privacybeleid|Personvern|Política de privacidade|Конфиденциальность',
  trademark:
    'Published with Quire|Publié avec Quire|Publicado con Quire|由 Quire 发布|Quire で公開|Veröffentlicht mit Quire|Gepubliceerd met Quire|Publisert med Quire|Publicado com Quire|Опубликовано с помощью Quire',
  footer:
    'Footer|Pied de page|Pie de página|页脚|フッター|Fußzeile|Voettekst|Bunntekst|Rodapé|Нижний колонтитул',
  links: 'Links|Liens|Enlaces|链接|リンク|Links|Links|Lenker|Links|Ссылки',
  announcement:
    'Announcement|Annonce|Anuncio|公告|お知らせ|Ankündigung|Aankondiging|Kunngjøring|Anúncio|Объявление',
  home: 'Home|Accueil|Inicio|首页|ホーム|Startseite|Startpagina|Hjem|Início|Главная',
  unauthorized:
    'Sign in to read this site|Connectez-vous pour lire ce site|Inicie sesión para leer este sitio|请登录后阅读|閲覧するにはサインインしてください|Melden Sie sich an, um diese Seite zu lesen|Meld u aan om deze site te lezen|Logg inn for å lese dette nettstedet|Entre para ler este site|Войдите, чтобы читать этот сайт',
  unauthorizedMessage:
    'Open it from where you were given access, or ask its owner for a new link.|Ouvrez-le depuis l’endroit où vous avez reçu l’accès, ou demandez un nouveau lien.|Ábralo desde donde recibió acceso o pida un enlace nuevo.|请从获得访问权限的地方打开，或向所有者索取新链接。|アクセス権を受け取った場所から開くか、所有者に新しいリンクを依頼してください。|Öffnen Sie sie von dort, wo Sie Zugang erhalten haben, oder bitten Sie um einen neuen Link.|Open de site vanaf de plek waar u toegang kreeg, of vraag om een nieuwe link.|Åpne det derfra du fikk tilgang, eller be om en ny lenke.|Abra-o de onde recebeu acesso ou peça um novo link.|Откройте его там, где вам дали доступ, или запросите новую ссылку.',
  notFound:
    'Page not found|Page introuvable|Página no encontrada|找不到页面|ページが見つかりません|Seite nicht gefunden|Pagina niet gevonden|Siden finnes ikke|Página não encontrada|Страница не найдена',
  notFoundMessage:
    'It may have been moved or removed. Search for it, or start at the home page.|Elle a peut-être été déplacée ou supprimée. Recherchez-la ou revenez à l’accueil.|Puede que se haya movido o eliminado. Búsquela o vuelva al inicio.|它可能已被移动或删除。请搜索，或返回首页。|移動または削除された可能性があります。検索するか、ホームに戻ってください。|Sie wurde vielleicht verschoben oder entfernt. Suchen Sie danach oder beginnen Sie auf der Startseite.|De pagina is mogelijk verplaatst of verwijderd. Zoek ernaar of ga naar de startpagina.|Den kan være flyttet eller fjernet. Søk etter den, eller start på forsiden.|Ela pode ter sido movida ou removida. Pesquise ou volte ao início.|Возможно, она перемещена или удалена. Воспользуйтесь поиском или вернитесь на главную.',
  gone: 'No longer available|Plus disponible|Ya no está disponible|已不可用|公開は終了しました|Nicht mehr verfügbar|Niet meer beschikbaar|Ikke lenger tilgjengelig|Não está mais disponível|Больше недоступно',
  goneMessage:
    'This site is no longer published.|Ce site n’est plus publié.|Este sitio ya no está publicado.|该网站已停止发布。|このサイトは公開されていません。|Diese Website wird nicht mehr veröffentlicht.|Deze site is niet meer gepubliceerd.|Dette nettstedet er ikke lenger publisert.|Este site não está mais publicado.|Этот сайт больше не опубликован.',
  unavailable:
    'Not available at the moment|Indisponible pour le moment|No disponible en este momento|暂时不可用|現在利用できません|Zurzeit nicht verfügbar|Momenteel niet beschikbaar|Ikke tilgjengelig nå|Indisponível no momento|Временно недоступно',
  unavailableMessage:
    'Reload the page in a few seconds.|Rechargez la page dans quelques secondes.|Vuelva a cargar la página en unos segundos.|请几秒后重新加载。|数秒後に再読み込みしてください。|Laden Sie die Seite in einigen Sekunden neu.|Laad de pagina over enkele seconden opnieuw.|Last siden på nytt om noen sekunder.|Recarregue a página em alguns segundos.|Обновите страницу через несколько секунд.',
  problem:
    'This page cannot be shown|Cette page ne peut pas être affichée|Esta página no se puede mostrar|无法显示此页面|このページを表示できません|Diese Seite kann nicht angezeigt werden|Deze pagina kan niet worden getoond|Siden kan ikke vises|Esta página não pode ser exibida|Эту страницу нельзя показать',
  problemMessage:
    'Check the address and try again.|Vérifiez l’adresse et réessayez.|Compruebe la dirección e inténtelo de nuevo.|请检查地址后重试。|アドレスを確認して、もう一度お試しください。|Prüfen Sie die Adresse und versuchen Sie es erneut.|Controleer het adres en probeer het opnieuw.|Kontroller adressen og prøv igjen.|Verifique o endereço e tente novamente.|Проверьте адрес и повторите попытку.',
  authorization:
    'Authorization|Autorisation|Autorización|授权|認証|Autorisierung|Autorisatie|Autorisasjon|Autorização|Авторизация',
  pathParameters:
    'Path parameters|Paramètres de chemin|Parámetros de ruta|路径参数|パスパラメーター|Pfadparameter|Padparameters|Stiparametere|Parâmetros de caminho|Параметры пути',
  queryParameters:
    'Query parameters|Paramètres de requête|Parámetros de consulta|查询参数|クエリパラメーター|Query-Parameter|Queryparameters|Spørringsparametere|Parâmetros de consulta|Параметры запроса',
  headerParameters: 'Headers|En-têtes|Encabezados|请求头|ヘッダー|Header|Headers|Hoder|Cabeçalhos|Заголовки',
  cookieParameters:
    'Cookies|Cookies|Cookies|Cookie|Cookie|Cookies|Cookies|Informasjonskapsler|Cookies|Файлы cookie',
  body: 'Body|Corps|Cuerpo|请求体|ボディ|Body|Body|Innhold|Corpo|Тело',
  responses: 'Responses|Réponses|Respuestas|响应|レスポンス|Antworten|Antwoorden|Svar|Respostas|Ответы',
  request: 'Request|Requête|Solicitud|请求|リクエスト|Anfrage|Verzoek|Forespørsel|Requisição|Запрос',
  response: 'Response|Réponse|Respuesta|响应|レスポンス|Antwort|Antwoord|Svar|Resposta|Ответ',
  required:
    'required|obligatoire|obligatorio|必填|必須|erforderlich|verplicht|påkrevd|obrigatório|обязательно',
  deprecated: 'deprecated|obsolète|obsoleto|已弃用|非推奨|veraltet|verouderd|utgått|obsoleto|устарело',
  readOnly:
    'read-only|lecture seule|solo lectura|只读|読み取り専用|nur lesbar|alleen-lezen|skrivebeskyttet|somente leitura|только чтение',
  writeOnly:
    'write-only|écriture seule|solo escritura|只写|書き込み専用|nur schreibbar|alleen-schrijven|kun skriving|somente escrita|только запись',
  default: 'Default|Par défaut|Predeterminado|默认值|既定値|Standard|Standaard|Standard|Padrão|По умолчанию',
  example: 'Example|Exemple|Ejemplo|示例|例|Beispiel|Voorbeeld|Eksempel|Exemplo|Пример',
  values:
    'Possible values|Valeurs possibles|Valores posibles|可选值|使用できる値|Mögliche Werte|Mogelijke waarden|Mulige verdier|Valores possíveis|Возможные значения',
  properties:
    'Properties|Propriétés|Propiedades|属性|プロパティ|Eigenschaften|Eigenschappen|Egenskaper|Propriedades|Свойства',
  items: 'Items|Éléments|Elementos|元素|要素|Elemente|Elementen|Elementer|Itens|Элементы',
  otherProperties:
    'Other properties|Autres propriétés|Otras propiedades|其他属性|その他のプロパティ|Weitere Eigenschaften|Overige eigenschappen|Andre egenskaper|Outras propriedades|Другие свойства',
  oneOf: 'One of|L’un de|Uno de|其中之一|いずれか 1 つ|Eines von|Een van|Én av|Um de|Одно из',
  anyOf:
    'Any of|Au moins un de|Cualquiera de|任意组合|いずれか|Beliebige von|Een of meer van|Hvilken som helst av|Qualquer um de|Любое из',
  allOf: 'All of|Tous|Todos|全部|すべて|Alle von|Alle van|Alle av|Todos|Все из',
  cut: 'More levels are described in the model.|La suite est décrite dans le modèle.|El resto se describe en el modelo.|更多层级见模型说明。|以降の階層はモデルを参照してください。|Weitere Ebenen beschreibt das Modell.|Diepere niveaus staan in het model.|Flere nivåer er beskrevet i modellen.|Outros níveis são descritos no modelo.|Дальнейшие уровни описаны в модели.',
  noSpec:
    'This API description is not available.|Cette description d’API n’est pas disponible.|Esta descripción de API no está disponible.|此 API 说明不可用。|この API の説明は利用できません。|Diese API-Beschreibung ist nicht verfügbar.|Deze API-beschrijving is niet beschikbaar.|Denne API-beskrivelsen er ikke tilgjengelig.|Esta descrição de API não está disponível.|Это описание API недоступно.',
  webhook: 'Webhook|Webhook|Webhook|Webhook|Webhook|Webhook|Webhook|Webhook|Webhook|Вебхук',
  servers:
    'Base URL|URL de base|URL base|基础 URL|ベース URL|Basis-URL|Basis-URL|Basis-URL|URL base|Базовый URL',
} as const satisfies Readonly<Record<string, string>>
