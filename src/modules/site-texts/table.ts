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
  searching:
    'Searching…|Recherche en cours…|Buscando…|正在搜索…|検索中…|Suche läuft…|Zoeken…|Søker…|Pesquisando…|Идёт поиск…',
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
  languages: 'Language|Langue|Idioma|语言|言語|Sprache|Taal|Språk|Idioma|Язык',
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
  diagram: 'Diagram|Diagramme|Diagrama|图表|図|Diagramm|Diagram|Diagram|Diagrama|Диаграмма',
  tabs: 'Tabs|Onglets|Pestañas|选项卡|タブ|Registerkarten|Tabbladen|Faner|Abas|Вкладки',
  table: 'Table|Tableau|Tabla|表格|表|Tabelle|Tabel|Tabell|Tabela|Таблица',
  helpful:
    'Was this page helpful?|Cette page vous a-t-elle aidé ?|¿Le ha resultado útil esta página?|本页是否有帮助？|このページは役に立ちましたか？|War diese Seite hilfreich?|Was deze pagina nuttig?|Var denne siden nyttig?|Esta página foi útil?|Была ли эта страница полезной?',
  feedback:
    'Feedback|Avis|Comentarios|反馈|フィードバック|Rückmeldung|Feedback|Tilbakemelding|Avaliação|Отзыв',
  bad: 'No|Non|No|没有|いいえ|Nein|Nee|Nei|Não|Нет',
  ok: 'A little|Un peu|Un poco|有一点|少し|Ein wenig|Een beetje|Litt|Um pouco|Немного',
  good: 'Yes|Oui|Sí|有|はい|Ja|Ja|Ja|Sim|Да',
  thanks: 'Thank you.|Merci.|Gracias.|谢谢。|ありがとうございます。|Danke.|Bedankt.|Takk.|Obrigado.|Спасибо.',
  commentLabel:
    'What could be better? Do not enter personal data.|Que pourrait-on améliorer ? N’indiquez pas de données personnelles.|¿Qué se podría mejorar? No escriba datos personales.|哪里可以改进？请勿填写个人信息。|改善できる点はありますか？個人情報は入力しないでください。|Was könnte besser sein? Geben Sie keine persönlichen Daten ein.|Wat kan beter? Vul geen persoonlijke gegevens in.|Hva kan bli bedre? Ikke oppgi personopplysninger.|O que pode melhorar? Não informe dados pessoais.|Что можно улучшить? Не указывайте личные данные.',
  send: 'Send|Envoyer|Enviar|发送|送信|Senden|Versturen|Send|Enviar|Отправить',
  openIn:
    'Open in {}|Ouvrir dans {}|Abrir en {}|在 {} 中打开|{} で開く|In {} öffnen|Openen in {}|Åpne i {}|Abrir no {}|Открыть в {}',
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
  notFound:
    'Page not found|Page introuvable|Página no encontrada|找不到页面|ページが見つかりません|Seite nicht gefunden|Pagina niet gevonden|Siden finnes ikke|Página não encontrada|Страница не найдена',
  problem:
    'This page cannot be shown|Cette page ne peut pas être affichée|Esta página no se puede mostrar|无法显示此页面|このページを表示できません|Diese Seite kann nicht angezeigt werden|Deze pagina kan niet worden getoond|Siden kan ikke vises|Esta página não pode ser exibida|Эту страницу нельзя показать',
  keyNeeded:
    'This site opens with a link|Ce site s’ouvre avec un lien|Este sitio se abre con un enlace|此网站需要通过链接打开|このサイトはリンクから開きます|Diese Website öffnet sich mit einem Link|Deze site opent met een link|Dette nettstedet åpnes med en lenke|Este site abre com um link|Этот сайт открывается по ссылке',
  keyNeededMessage:
    'Open the link that its owner sent you, or enter the key that it contains.|Ouvrez le lien envoyé par son propriétaire, ou saisissez la clé qu’il contient.|Abra el enlace que le envió su propietario o escriba la clave que contiene.|请打开所有者发送给您的链接，或输入其中的密钥。|所有者から届いたリンクを開くか、リンクに含まれるキーを入力してください。|Öffnen Sie den Link, den Sie erhalten haben, oder geben Sie den Schlüssel daraus ein.|Open de link die u van de eigenaar kreeg, of voer de sleutel eruit in.|Åpne lenken du fikk av eieren, eller skriv inn nøkkelen i den.|Abra o link enviado pelo proprietário ou digite a chave que ele contém.|Откройте ссылку, которую вам прислал владелец, или введите ключ из неё.',
  keyEnded:
    'This link no longer works|Ce lien ne fonctionne plus|Este enlace ya no funciona|此链接已失效|このリンクは無効です|Dieser Link funktioniert nicht mehr|Deze link werkt niet meer|Denne lenken virker ikke lenger|Este link não funciona mais|Эта ссылка больше не работает',
  keyEndedMessage:
    'Ask the owner of the site for a new link, or enter another key.|Demandez un nouveau lien au propriétaire du site, ou saisissez une autre clé.|Pida un enlace nuevo al propietario del sitio o escriba otra clave.|请向网站所有者索取新链接，或输入其他密钥。|サイトの所有者に新しいリンクを依頼するか、別のキーを入力してください。|Bitten Sie um einen neuen Link, oder geben Sie einen anderen Schlüssel ein.|Vraag de eigenaar van de site om een nieuwe link, of voer een andere sleutel in.|Be eieren av nettstedet om en ny lenke, eller skriv inn en annen nøkkel.|Peça um novo link ao proprietário do site ou digite outra chave.|Запросите у владельца сайта новую ссылку или введите другой ключ.',
  key: 'Key of the link|Clé du lien|Clave del enlace|链接密钥|リンクのキー|Schlüssel des Links|Sleutel van de link|Nøkkelen i lenken|Chave do link|Ключ из ссылки',
  openSite: 'Open|Ouvrir|Abrir|打开|開く|Öffnen|Openen|Åpne|Abrir|Открыть',
  retry:
    'Try again|Réessayer|Reintentar|重试|再試行|Erneut versuchen|Opnieuw proberen|Prøv igjen|Tentar novamente|Повторить',
  signIn:
    'Sign in to read this site|Connectez-vous pour lire ce site|Inicie sesión para leer este sitio|请登录后阅读|閲覧するにはサインインしてください|Melden Sie sich an, um diese Website zu lesen|Meld u aan om deze site te lezen|Logg inn for å lese dette nettstedet|Entre para ler este site|Войдите, чтобы читать этот сайт',
  signInMessage:
    'Open it from the product in which you are signed in, and come back here.|Ouvrez-le depuis le produit dans lequel vous êtes connecté, puis revenez ici.|Ábralo desde el producto en el que inició sesión y vuelva aquí.|请从您已登录的产品中打开，然后返回此处。|サインインしている製品から開いて、ここに戻ってください。|Öffnen Sie sie aus dem Produkt, in dem Sie angemeldet sind, und kommen Sie hierher zurück.|Open de site vanuit het product waarin u bent aangemeld en kom hier terug.|Åpne det fra produktet du er logget inn i, og kom tilbake hit.|Abra-o a partir do produto em que você entrou e volte aqui.|Откройте его из продукта, в который вы вошли, и вернитесь сюда.',
  noRight:
    'You have no access to this site|Vous n’avez pas accès à ce site|No tiene acceso a este sitio|您无权访问此网站|このサイトへのアクセス権がありません|Sie haben keinen Zugang zu dieser Website|U hebt geen toegang tot deze site|Du har ikke tilgang til dette nettstedet|Você não tem acesso a este site|У вас нет доступа к этому сайту',
  noRightMessage:
    'Your sign-in has ended or is not valid here: sign in again, or ask the owner of the site.|Votre connexion a expiré ou n’est pas valable ici : reconnectez-vous ou demandez au propriétaire du site.|Su sesión ha terminado o no es válida aquí: inicie sesión de nuevo o pregunte al propietario del sitio.|您的登录已过期或在此无效：请重新登录，或联系网站所有者。|サインインの期限が切れたか、ここでは無効です。もう一度サインインするか、サイトの所有者に問い合わせてください。|Ihre Anmeldung ist abgelaufen oder gilt hier nicht: Melden Sie sich erneut an, oder fragen Sie den Inhaber der Website.|Uw aanmelding is verlopen of hier niet geldig: meld u opnieuw aan of vraag de eigenaar van de site.|Innloggingen er utløpt eller gjelder ikke her: logg inn på nytt, eller spør eieren av nettstedet.|Sua sessão terminou ou não é válida aqui: entre novamente ou pergunte ao proprietário do site.|Ваш вход истёк или здесь не действует: войдите снова или обратитесь к владельцу сайта.',
  previewEnded:
    'This preview has ended|Cet aperçu est terminé|Esta vista previa ha terminado|此预览已结束|このプレビューは終了しました|Diese Vorschau ist abgelaufen|Dit voorbeeld is verlopen|Denne forhåndsvisningen er utløpt|Esta pré-visualização terminou|Предпросмотр завершён',
  previewEndedMessage:
    'Open a new preview from the place where you opened this one.|Ouvrez un nouvel aperçu à l’endroit où vous avez ouvert celui-ci.|Abra otra vista previa desde donde abrió esta.|请从打开此预览的位置重新打开一个。|このプレビューを開いた場所から新しいプレビューを開いてください。|Öffnen Sie dort, wo Sie diese geöffnet haben, eine neue Vorschau.|Open een nieuw voorbeeld op de plek waar u dit hebt geopend.|Åpne en ny forhåndsvisning der du åpnet denne.|Abra uma nova pré-visualização onde abriu esta.|Откройте новый предпросмотр там же, где открыли этот.',
  noSite:
    'No site at this address|Aucun site à cette adresse|No hay ningún sitio en esta dirección|此地址没有网站|このアドレスにサイトはありません|Keine Website unter dieser Adresse|Geen site op dit adres|Ikke noe nettsted på denne adressen|Nenhum site neste endereço|По этому адресу нет сайта',
  noSiteMessage:
    'The address has a mistake, or the site is not published.|L’adresse contient une erreur, ou le site n’est pas publié.|La dirección tiene un error o el sitio no está publicado.|地址有误，或网站未发布。|アドレスが間違っているか、サイトが公開されていません。|Die Adresse enthält einen Fehler, oder die Website ist nicht veröffentlicht.|Het adres bevat een fout, of de site is niet gepubliceerd.|Adressen har en feil, eller nettstedet er ikke publisert.|O endereço tem um erro ou o site não está publicado.|В адресе ошибка, или сайт не опубликован.',
  notFoundMessage:
    'The address has a mistake, or the page was moved: search for it.|L’adresse contient une erreur ou la page a été déplacée : recherchez-la.|La dirección tiene un error o la página se movió: búsquela.|地址有误，或页面已移动：请搜索。|アドレスが間違っているか、ページが移動しました。検索してください。|Die Adresse enthält einen Fehler, oder die Seite wurde verschoben: Suchen Sie danach.|Het adres bevat een fout of de pagina is verplaatst: zoek ernaar.|Adressen har en feil, eller siden er flyttet: søk etter den.|O endereço tem um erro ou a página foi movida: pesquise.|В адресе ошибка, или страница перемещена: воспользуйтесь поиском.',
  noAddress:
    'Nothing at this address|Rien à cette adresse|No hay nada en esta dirección|此地址没有内容|このアドレスには何もありません|Nichts unter dieser Adresse|Niets op dit adres|Ingenting på denne adressen|Nada neste endereço|По этому адресу ничего нет',
  noAddressMessage:
    'Check the address for a mistake.|Vérifiez l’adresse.|Compruebe la dirección.|请检查地址。|アドレスを確認してください。|Prüfen Sie die Adresse.|Controleer het adres.|Kontroller adressen.|Verifique o endereço.|Проверьте адрес.',
  gone: 'This page was removed|Cette page a été supprimée|Esta página se eliminó|此页面已删除|このページは削除されました|Diese Seite wurde entfernt|Deze pagina is verwijderd|Denne siden er fjernet|Esta página foi removida|Эта страница удалена',
  goneMessage:
    'Search for where its subject is described now.|Recherchez où son sujet est décrit maintenant.|Busque dónde se describe ahora su tema.|请搜索其主题现在所在的位置。|同じ内容の現在のページを検索してください。|Suchen Sie, wo ihr Thema jetzt beschrieben wird.|Zoek waar het onderwerp nu wordt beschreven.|Søk etter hvor emnet er beskrevet nå.|Pesquise onde o assunto é descrito agora.|Найдите, где эта тема описана теперь.',
  empty:
    'Nothing here yet|Rien ici pour le moment|Aún no hay nada aquí|暂无内容|まだ何もありません|Noch nichts hier|Nog niets hier|Ingenting her ennå|Nada aqui ainda|Здесь пока ничего нет',
  emptyMessage:
    'Pages appear here as soon as they are published.|Les pages apparaîtront ici dès leur publication.|Las páginas aparecerán aquí en cuanto se publiquen.|页面发布后会显示在这里。|ページは公開されるとここに表示されます。|Seiten erscheinen hier, sobald sie veröffentlicht sind.|Pagina’s verschijnen hier zodra ze zijn gepubliceerd.|Sider vises her så snart de er publisert.|As páginas aparecerão aqui assim que forem publicadas.|Страницы появятся здесь после публикации.',
  tooMany:
    'Too many requests|Trop de requêtes|Demasiadas solicitudes|请求过多|リクエストが多すぎます|Zu viele Anfragen|Te veel verzoeken|For mange forespørsler|Requisições demais|Слишком много запросов',
  tooManyMessage:
    'Your network has requested more pages than are allowed: wait a few seconds.|Votre réseau a demandé plus de pages que permis : attendez quelques secondes.|Su red ha solicitado más páginas de las permitidas: espere unos segundos.|您的网络请求的页面过多：请等待几秒。|お使いのネットワークからのリクエストが上限を超えました。数秒お待ちください。|Ihr Netzwerk hat mehr Seiten angefordert, als erlaubt sind: Warten Sie einige Sekunden.|Uw netwerk heeft meer pagina’s opgevraagd dan is toegestaan: wacht enkele seconden.|Nettverket ditt har bedt om flere sider enn tillatt: vent noen sekunder.|Sua rede solicitou mais páginas do que o permitido: aguarde alguns segundos.|Ваша сеть запросила больше страниц, чем разрешено: подождите несколько секунд.',
  failed:
    'Something went wrong|Une erreur s’est produite|Algo salió mal|出错了|問題が発生しました|Etwas ist schiefgegangen|Er is iets misgegaan|Noe gikk galt|Algo deu errado|Что-то пошло не так',
  failedMessage:
    'The page could not be made because of an error of the server.|La page n’a pas pu être créée à cause d’une erreur du serveur.|No se pudo crear la página por un error del servidor.|由于服务器错误，无法生成页面。|サーバーのエラーのため、ページを作成できませんでした。|Die Seite konnte wegen eines Fehlers des Servers nicht erstellt werden.|De pagina kon door een fout van de server niet worden gemaakt.|Siden kunne ikke lages på grunn av en feil på serveren.|Não foi possível criar a página por causa de um erro do servidor.|Страницу не удалось создать из-за ошибки сервера.',
  unavailable:
    'Not available at the moment|Indisponible pour le moment|No disponible en este momento|暂时不可用|現在利用できません|Zurzeit nicht verfügbar|Momenteel niet beschikbaar|Ikke tilgjengelig nå|Indisponível no momento|Временно недоступно',
  unavailableMessage:
    'The server is starting or busy, and is back in a few seconds.|Le serveur démarre ou est occupé, et revient dans quelques secondes.|El servidor se está iniciando o está ocupado y volverá en unos segundos.|服务器正在启动或繁忙，几秒后恢复。|サーバーは起動中か混雑中で、数秒後に利用できます。|Der Server startet oder ist ausgelastet und ist in einigen Sekunden wieder da.|De server start op of is bezet en is over enkele seconden terug.|Serveren starter eller er opptatt, og er tilbake om noen sekunder.|O servidor está iniciando ou ocupado e volta em alguns segundos.|Сервер запускается или занят и вернётся через несколько секунд.',
  problemMessage:
    'The address cannot be read: check it for a mistake.|L’adresse ne peut pas être lue : vérifiez-la.|La dirección no se puede leer: compruébela.|无法识别此地址：请检查。|アドレスを読み取れません。確認してください。|Die Adresse kann nicht gelesen werden: Prüfen Sie sie.|Het adres kan niet worden gelezen: controleer het.|Adressen kan ikke leses: kontroller den.|O endereço não pode ser lido: verifique-o.|Адрес не удаётся прочитать: проверьте его.',
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
  tryIt: 'Try it|Essayer|Probar|试一试|試す|Ausprobieren|Proberen|Prøv|Experimentar|Попробовать',
  tryKept:
    'It is kept in this tab only, and sent to the chosen server.|Conservé dans cet onglet seulement et envoyé au serveur choisi.|Se guarda solo en esta pestaña y se envía al servidor elegido.|仅保存在此标签页中，并发送到所选服务器。|このタブにのみ保持され、選択したサーバーに送信されます。|Wird nur in diesem Tab behalten und an den gewählten Server gesendet.|Blijft alleen in dit tabblad en wordt naar de gekozen server gestuurd.|Beholdes bare i denne fanen og sendes til den valgte serveren.|Fica apenas nesta aba e é enviado ao servidor escolhido.|Хранится только в этой вкладке и отправляется на выбранный сервер.',
  tryFailed:
    'The server did not answer, or does not allow requests from this page. Use an example of the request instead.|Le serveur n’a pas répondu ou n’autorise pas les requêtes depuis cette page. Utilisez un exemple de requête.|El servidor no respondió o no permite solicitudes desde esta página. Use un ejemplo de la solicitud.|服务器没有响应，或不允许来自此页面的请求。请改用请求示例。|サーバーが応答しないか、このページからのリクエストを許可していません。リクエストの例を使用してください。|Der Server hat nicht geantwortet oder erlaubt keine Anfragen von dieser Seite. Verwenden Sie ein Beispiel der Anfrage.|De server antwoordde niet of staat geen verzoeken vanaf deze pagina toe. Gebruik een voorbeeld van het verzoek.|Serveren svarte ikke, eller tillater ikke forespørsler fra denne siden. Bruk et eksempel på forespørselen.|O servidor não respondeu ou não permite requisições desta página. Use um exemplo da requisição.|Сервер не ответил или не разрешает запросы с этой страницы. Используйте пример запроса.',
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
  expandAll:
    'Expand all|Tout développer|Expandir todo|全部展开|すべて展開|Alle aufklappen|Alles uitklappen|Utvid alle|Expandir tudo|Развернуть всё',
  collapseAll:
    'Collapse all|Tout réduire|Contraer todo|全部收起|すべて折りたたむ|Alle zuklappen|Alles inklappen|Skjul alle|Recolher tudo|Свернуть всё',
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

export type TextName = keyof typeof table
