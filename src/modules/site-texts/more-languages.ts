import type { TextName } from './table.ts'

/** The same texts: Italian, Portuguese of Portugal, Polish, Turkish, Ukrainian, Korean, Traditional Chinese, Arabic, Hebrew. */
export const moreLanguages: Readonly<Record<TextName, string>> = {
  skip: 'Vai al contenuto|Ir para o conteúdo|Przejdź do treści|İçeriğe geç|До вмісту|본문으로 건너뛰기|跳至內容|انتقل إلى المحتوى|דילוג לתוכן',
  search: 'Cerca|Pesquisar|Szukaj|Ara|Пошук|검색|搜尋|بحث|חיפוש',
  searchSite:
    'Cerca nella documentazione|Pesquisar na documentação|Szukaj w dokumentacji|Belgelerde ara|Пошук у документації|문서 검색|搜尋文件|البحث في التوثيق|חיפוש בתיעוד',
  noResults:
    'Nessun risultato per “{}”.|Sem resultados para “{}”.|Brak wyników dla „{}”.|“{}” için sonuç yok.|Нічого не знайдено за запитом «{}».|“{}”에 대한 결과가 없습니다.|找不到「{}」的結果。|لا توجد نتائج عن «{}».|אין תוצאות עבור „{}”.',
  tryWords:
    'Forse cercavi:|Será que quis dizer:|Czy chodziło o:|Bunu mu demek istediniz:|Можливо, ви мали на увазі:|이것을 찾으셨나요:|您是不是要找：|هل تقصد:|האם התכוונת ל:',
  searchHint:
    'Inserisci una parola o una frase.|Introduza uma palavra ou frase.|Wpisz słowo lub wyrażenie.|Bir sözcük veya ifade yazın.|Введіть слово або фразу.|단어나 구를 입력하세요.|輸入單字或片語。|أدخل كلمة أو عبارة.|יש להזין מילה או ביטוי.',
  searching:
    'Ricerca in corso…|A pesquisar…|Wyszukiwanie…|Aranıyor…|Триває пошук…|검색 중…|搜尋中…|جارٍ البحث…|מתבצע חיפוש…',
  searchFailed:
    'La ricerca non è disponibile. Riprova.|A pesquisa não está disponível. Tente novamente.|Wyszukiwanie jest niedostępne. Spróbuj ponownie.|Arama kullanılamıyor. Yeniden deneyin.|Пошук недоступний. Спробуйте ще раз.|검색을 사용할 수 없습니다. 다시 시도하세요.|無法使用搜尋，請再試一次。|البحث غير متاح. حاول مرة أخرى.|החיפוש אינו זמין. יש לנסות שוב.',
  results:
    'Risultati della ricerca|Resultados da pesquisa|Wyniki wyszukiwania|Arama sonuçları|Результати пошуку|검색 결과|搜尋結果|نتائج البحث|תוצאות חיפוש',
  menu: 'Menu|Menu|Menu|Menü|Меню|메뉴|選單|القائمة|תפריט',
  close: 'Chiudi|Fechar|Zamknij|Kapat|Закрити|닫기|關閉|إغلاق|סגירה',
  pages: 'Pagine|Páginas|Strony|Sayfalar|Сторінки|페이지|頁面|الصفحات|דפים',
  open: 'Mostra le pagine in “{}”|Mostrar as páginas de “{}”|Pokaż strony w „{}”|“{}” altındaki sayfaları göster|Показати сторінки розділу «{}»|“{}” 아래 페이지 표시|顯示「{}」下的頁面|إظهار الصفحات ضمن «{}»|הצגת הדפים שתחת „{}”',
  sections: 'Sezioni|Secções|Sekcje|Bölümler|Розділи|섹션|區段|الأقسام|מדורים',
  variants: 'Versione|Versão|Wersja|Sürüm|Версія|버전|版本|الإصدار|גרסה',
  languages: 'Lingua|Idioma|Język|Dil|Мова|언어|語言|اللغة|שפה',
  outline:
    'In questa pagina|Nesta página|Na tej stronie|Bu sayfada|На цій сторінці|이 페이지의 내용|本頁內容|في هذه الصفحة|בדף זה',
  breadcrumbs:
    'Percorso|Navegação estrutural|Ścieżka nawigacji|İçerik haritası|Навігаційний ланцюжок|탐색 경로|導覽路徑|مسار التنقل|נתיב ניווט',
  previous: 'Precedente|Anterior|Poprzednia|Önceki|Назад|이전|上一頁|السابق|הקודם',
  next: 'Successiva|Seguinte|Następna|Sonraki|Далі|다음|下一頁|التالي|הבא',
  pagination:
    'Pagina precedente e successiva|Página anterior e seguinte|Poprzednia i następna strona|Önceki ve sonraki sayfa|Попередня та наступна сторінки|이전 및 다음 페이지|上一頁與下一頁|الصفحة السابقة والتالية|הדף הקודם והדף הבא',
  updated:
    'Ultimo aggiornamento: {}|Última atualização: {}|Ostatnia aktualizacja: {}|Son güncelleme: {}|Оновлено: {}|마지막 업데이트: {}|最後更新：{}|آخر تحديث: {}|עודכן לאחרונה: {}',
  copy: 'Copia|Copiar|Kopiuj|Kopyala|Копіювати|복사|複製|نسخ|העתקה',
  copied: 'Copiato|Copiado|Skopiowano|Kopyalandı|Скопійовано|복사됨|已複製|تم النسخ|הועתק',
  copyMarkdown:
    'Copia come Markdown|Copiar como Markdown|Kopiuj jako Markdown|Markdown olarak kopyala|Копіювати як Markdown|Markdown으로 복사|複製為 Markdown|نسخ بصيغة Markdown|העתקה כ־Markdown',
  viewMarkdown:
    'Mostra come Markdown|Ver como Markdown|Pokaż jako Markdown|Markdown olarak göster|Відкрити як Markdown|Markdown으로 보기|檢視 Markdown|عرض بصيغة Markdown|הצגה כ־Markdown',
  pdf: 'PDF di questa pagina|PDF desta página|PDF tej strony|Bu sayfanın PDF’i|PDF цієї сторінки|이 페이지의 PDF|本頁 PDF|ملف PDF لهذه الصفحة|PDF של דף זה',
  edit: 'Modifica questa pagina|Editar esta página|Edytuj tę stronę|Bu sayfayı düzenle|Редагувати сторінку|이 페이지 편집|編輯本頁|تعديل هذه الصفحة|עריכת דף זה',
  theme: 'Tema|Tema|Motyw|Tema|Тема|테마|主題|المظهر|ערכת נושא',
  light: 'Chiaro|Claro|Jasny|Açık|Світла|밝게|淺色|فاتح|בהיר',
  dark: 'Scuro|Escuro|Ciemny|Koyu|Темна|어둡게|深色|داكن|כהה',
  system: 'Sistema|Sistema|Systemowy|Sistem|Системна|시스템|跟隨系統|النظام|מערכת',
  anchor:
    'Link a “{}”|Ligação para “{}”|Link do „{}”|“{}” bağlantısı|Посилання на «{}»|“{}” 링크|「{}」的連結|رابط إلى «{}»|קישור אל „{}”',
  note: 'Nota {}|Nota {}|Przypis {}|Not {}|Примітка {}|주석 {}|註 {}|ملاحظة {}|הערה {}',
  notes: 'Note|Notas|Przypisy|Notlar|Примітки|주석|註|ملاحظات|הערות',
  back: 'Torna al testo|Voltar ao texto|Wróć do tekstu|Metne dön|Назад до тексту|본문으로 돌아가기|返回內文|العودة إلى النص|חזרה לטקסט',
  info: 'Nota|Nota|Uwaga|Not|Примітка|참고|說明|ملاحظة|לתשומת לבך',
  success: 'Suggerimento|Dica|Wskazówka|İpucu|Порада|팁|提示|نصيحة|טיפ',
  warning: 'Avviso|Aviso|Ostrzeżenie|Uyarı|Увага|경고|警告|تحذير|אזהרה',
  danger: 'Pericolo|Perigo|Niebezpieczeństwo|Tehlike|Небезпечно|위험|危險|خطر|סכנה',
  done: 'Fatto|Concluído|Zrobione|Tamamlandı|Готово|완료|已完成|تم|בוצע',
  notDone: 'Da fare|Por fazer|Do zrobienia|Açık|Не виконано|미완료|未完成|لم يتم|לביצוע',
  diagram: 'Diagramma|Diagrama|Diagram|Diyagram|Діаграма|다이어그램|圖表|مخطط|תרשים',
  tabs: 'Schede|Separadores|Karty|Sekmeler|Вкладки|탭|分頁|علامات تبويب|כרטיסיות',
  table: 'Tabella|Tabela|Tabela|Tablo|Таблиця|표|表格|جدول|טבלה',
  helpful:
    'Questa pagina ti è stata utile?|Esta página foi útil?|Czy ta strona była pomocna?|Bu sayfa yardımcı oldu mu?|Чи була ця сторінка корисною?|이 페이지가 도움이 되었나요?|本頁是否有幫助？|هل كانت هذه الصفحة مفيدة؟|האם דף זה עזר?',
  feedback: 'Feedback|Comentários|Opinia|Geri bildirim|Відгук|의견|意見回饋|الملاحظات|משוב',
  bad: 'No|Não|Nie|Hayır|Ні|아니요|沒有|لا|לא',
  ok: 'Un po’|Um pouco|Trochę|Biraz|Трохи|조금|有一點|قليلًا|קצת',
  good: 'Sì|Sim|Tak|Evet|Так|예|有|نعم|כן',
  thanks: 'Grazie.|Obrigado.|Dziękujemy.|Teşekkürler.|Дякуємо.|감사합니다.|謝謝。|شكرًا.|תודה.',
  commentLabel:
    'Che cosa si può migliorare? Non inserire dati personali.|O que pode melhorar? Não introduza dados pessoais.|Co można poprawić? Nie podawaj danych osobowych.|Ne daha iyi olabilir? Kişisel veri girmeyin.|Що можна поліпшити? Не вказуйте особисті дані.|무엇을 개선하면 좋을까요? 개인정보는 입력하지 마세요.|哪裡可以改進？請勿填寫個人資料。|ما الذي يمكن تحسينه؟ لا تُدخل بيانات شخصية.|מה אפשר לשפר? אין להזין מידע אישי.',
  send: 'Invia|Enviar|Wyślij|Gönder|Надіслати|보내기|傳送|إرسال|שליחה',
  openIn:
    'Apri in {}|Abrir no {}|Otwórz w {}|{} içinde aç|Відкрити в {}|{}에서 열기|在 {} 中開啟|فتح في {}|פתיחה ב־{}',
  code: 'Codice|Código|Kod|Kod|Код|코드|程式碼|الشفرة|קוד',
  enlarge:
    'Ingrandisci l’immagine|Ampliar a imagem|Powiększ obraz|Görseli büyüt|Збільшити зображення|이미지 확대|放大圖片|تكبير الصورة|הגדלת התמונה',
  image: 'Immagine|Imagem|Obraz|Görsel|Зображення|이미지|圖片|صورة|תמונה',
  imageAt:
    'Immagine su {}|Imagem em {}|Obraz w serwisie {}|{} üzerindeki görsel|Зображення на {}|{}의 이미지|{} 上的圖片|صورة على {}|תמונה ב־{}',
  openAt:
    'Apri su {}|Abrir em {}|Otwórz w serwisie {}|{} üzerinde aç|Відкрити на {}|{}에서 열기|在 {} 上開啟|فتح على {}|פתיחה ב־{}',
  file: 'File|Ficheiro|Plik|Dosya|Файл|파일|檔案|ملف|קובץ',
  prompt: 'Prompt|Instrução|Prompt|İstem|Запит|프롬프트|提示詞|مطالبة|הנחיה',
  rating: '{} su 5|{} de 5|{} na 5|5 üzerinden {}|{} з 5|5점 만점에 {}점|{} / 5|{} من 5|{} מתוך 5',
  privacy:
    'Informativa sulla privacy|Política de privacidade|Polityka prywatności|Gizlilik politikası|Політика конфіденційності|개인정보 처리방침|隱私權政策|سياسة الخصوصية|מדיניות פרטיות',
  trademark:
    'Pubblicato con Quire|Publicado com o Quire|Opublikowano w Quire|Quire ile yayımlandı|Опубліковано за допомогою Quire|Quire로 게시됨|由 Quire 發布|نُشر باستخدام Quire|פורסם באמצעות Quire',
  footer: 'Piè di pagina|Rodapé|Stopka|Alt bilgi|Нижній колонтитул|바닥글|頁尾|التذييل|כותרת תחתונה',
  links: 'Link|Ligações|Linki|Bağlantılar|Посилання|링크|連結|الروابط|קישורים',
  announcement: 'Annuncio|Anúncio|Ogłoszenie|Duyuru|Оголошення|공지|公告|إعلان|הודעה',
  home: 'Pagina iniziale|Início|Strona główna|Ana sayfa|Головна|홈|首頁|الصفحة الرئيسية|דף הבית',
  notFound:
    'Pagina non trovata|Página não encontrada|Nie znaleziono strony|Sayfa bulunamadı|Сторінку не знайдено|페이지를 찾을 수 없음|找不到頁面|الصفحة غير موجودة|הדף לא נמצא',
  problem:
    'Questa pagina non può essere mostrata|Não é possível mostrar esta página|Nie można wyświetlić tej strony|Bu sayfa gösterilemiyor|Цю сторінку неможливо показати|이 페이지를 표시할 수 없음|無法顯示此頁面|لا يمكن عرض هذه الصفحة|לא ניתן להציג דף זה',
  keyNeeded:
    'Questo sito si apre con un link|Este site abre com uma ligação|Tę witrynę otwiera link|Bu site bir bağlantıyla açılır|Цей сайт відкривається за посиланням|이 사이트는 링크로 열립니다|此網站需透過連結開啟|يُفتح هذا الموقع برابط|אתר זה נפתח באמצעות קישור',
  keyNeededMessage:
    'Apri il link che il proprietario ti ha inviato o inserisci la chiave che contiene.|Abra a ligação que o proprietário lhe enviou ou introduza a chave que contém.|Otwórz link otrzymany od właściciela albo wpisz zawarty w nim klucz.|Site sahibinin gönderdiği bağlantıyı açın veya içindeki anahtarı girin.|Відкрийте посилання, яке надіслав власник, або введіть ключ із нього.|소유자가 보낸 링크를 열거나 링크에 있는 키를 입력하세요.|請開啟擁有者傳給您的連結，或輸入其中的金鑰。|افتح الرابط الذي أرسله إليك المالك، أو أدخل المفتاح الوارد فيه.|יש לפתוח את הקישור שנשלח מבעל האתר, או להזין את המפתח שבו.',
  keyEnded:
    'Questo link non funziona più|Esta ligação já não funciona|Ten link już nie działa|Bu bağlantı artık çalışmıyor|Це посилання більше не працює|이 링크는 더 이상 작동하지 않습니다|此連結已失效|لم يعد هذا الرابط يعمل|קישור זה אינו פעיל עוד',
  keyEndedMessage:
    'Chiedi un nuovo link al proprietario del sito o inserisci un’altra chiave.|Peça uma nova ligação ao proprietário do site ou introduza outra chave.|Poproś właściciela witryny o nowy link albo wpisz inny klucz.|Site sahibinden yeni bir bağlantı isteyin veya başka bir anahtar girin.|Попросіть у власника сайту нове посилання або введіть інший ключ.|사이트 소유자에게 새 링크를 요청하거나 다른 키를 입력하세요.|請向網站擁有者索取新連結，或輸入其他金鑰。|اطلب رابطًا جديدًا من مالك الموقع، أو أدخل مفتاحًا آخر.|יש לבקש מבעל האתר קישור חדש, או להזין מפתח אחר.',
  key: 'Chiave del link|Chave da ligação|Klucz z linku|Bağlantının anahtarı|Ключ із посилання|링크의 키|連結金鑰|مفتاح الرابط|מפתח הקישור',
  openSite: 'Apri|Abrir|Otwórz|Aç|Відкрити|열기|開啟|فتح|פתיחה',
  retry:
    'Riprova|Tentar novamente|Spróbuj ponownie|Yeniden dene|Спробувати ще раз|다시 시도|再試一次|إعادة المحاولة|ניסיון נוסף',
  signIn:
    'Accedi per leggere questo sito|Inicie sessão para ler este site|Zaloguj się, aby czytać tę witrynę|Bu siteyi okumak için oturum açın|Увійдіть, щоб читати цей сайт|이 사이트를 읽으려면 로그인하세요|請登入以閱讀此網站|سجّل الدخول لقراءة هذا الموقع|יש להיכנס כדי לקרוא אתר זה',
  signInMessage:
    'Aprilo dal prodotto in cui hai effettuato l’accesso e torna qui.|Abra-o a partir do produto em que iniciou sessão e volte aqui.|Otwórz ją z produktu, w którym jesteś zalogowany, i wróć tutaj.|Oturum açtığınız üründen açın ve buraya dönün.|Відкрийте його з продукту, у який ви ввійшли, і поверніться сюди.|로그인한 제품에서 연 다음 여기로 돌아오세요.|請從您已登入的產品中開啟，再回到這裡。|افتحه من المنتج الذي سجّلت الدخول إليه، ثم عُد إلى هنا.|יש לפתוח אותו מהמוצר שבו נכנסת ולחזור לכאן.',
  noRight:
    'Non hai accesso a questo sito|Não tem acesso a este site|Nie masz dostępu do tej witryny|Bu siteye erişiminiz yok|Ви не маєте доступу до цього сайту|이 사이트에 액세스할 수 없습니다|您無權存取此網站|ليس لديك إذن بالوصول إلى هذا الموقع|אין לך גישה לאתר זה',
  noRightMessage:
    'L’accesso è scaduto o non è valido qui: accedi di nuovo o chiedi al proprietario del sito.|A sua sessão terminou ou não é válida aqui: inicie sessão novamente ou pergunte ao proprietário do site.|Sesja wygasła lub nie jest tu ważna: zaloguj się ponownie albo zapytaj właściciela witryny.|Oturumunuz sona erdi veya burada geçerli değil: yeniden oturum açın ya da site sahibine sorun.|Ваш вхід завершився або тут не дійсний: увійдіть знову або зверніться до власника сайту.|로그인이 만료되었거나 여기서 유효하지 않습니다. 다시 로그인하거나 사이트 소유자에게 문의하세요.|您的登入已過期或在此無效：請重新登入，或詢問網站擁有者。|انتهى تسجيل دخولك أو أنه غير صالح هنا: سجّل الدخول مجددًا أو اسأل مالك الموقع.|הכניסה שלך פגה או שאינה תקפה כאן: יש להיכנס שוב, או לפנות לבעל האתר.',
  previewEnded:
    'Questa anteprima è terminata|Esta pré-visualização terminou|Ten podgląd wygasł|Bu önizleme sona erdi|Цей перегляд завершено|이 미리 보기가 종료되었습니다|此預覽已結束|انتهت هذه المعاينة|תצוגה מקדימה זו הסתיימה',
  previewEndedMessage:
    'Apri una nuova anteprima da dove hai aperto questa.|Abra uma nova pré-visualização onde abriu esta.|Otwórz nowy podgląd tam, gdzie otwarto ten.|Bunu açtığınız yerden yeni bir önizleme açın.|Відкрийте новий перегляд там, де відкрили цей.|이 미리 보기를 연 곳에서 새 미리 보기를 여세요.|請從開啟此預覽的位置重新開啟一個。|افتح معاينة جديدة من المكان الذي فتحت منه هذه.|יש לפתוח תצוגה מקדימה חדשה מהמקום שבו נפתחה זו.',
  noSite:
    'Nessun sito a questo indirizzo|Nenhum site neste endereço|Brak witryny pod tym adresem|Bu adreste site yok|За цією адресою немає сайту|이 주소에 사이트가 없습니다|此網址沒有網站|لا يوجد موقع على هذا العنوان|אין אתר בכתובת זו',
  noSiteMessage:
    'L’indirizzo contiene un errore o il sito non è pubblicato.|O endereço tem um erro ou o site não está publicado.|Adres zawiera błąd albo witryna nie jest opublikowana.|Adreste bir hata var veya site yayımlanmadı.|В адресі є помилка, або сайт не опубліковано.|주소가 잘못되었거나 사이트가 게시되지 않았습니다.|網址有誤，或網站尚未發布。|في العنوان خطأ، أو أن الموقع غير منشور.|יש טעות בכתובת, או שהאתר לא פורסם.',
  notFoundMessage:
    'L’indirizzo contiene un errore o la pagina è stata spostata: cercala.|O endereço tem um erro ou a página foi movida: pesquise-a.|Adres zawiera błąd albo strona została przeniesiona: wyszukaj ją.|Adreste bir hata var veya sayfa taşındı: arayın.|В адресі є помилка, або сторінку перенесено: скористайтеся пошуком.|주소가 잘못되었거나 페이지가 이동했습니다. 검색해 보세요.|網址有誤，或頁面已移動：請搜尋。|في العنوان خطأ، أو أن الصفحة نُقلت: ابحث عنها.|יש טעות בכתובת, או שהדף הועבר: אפשר לחפש אותו.',
  noAddress:
    'Niente a questo indirizzo|Nada neste endereço|Nic pod tym adresem|Bu adreste bir şey yok|За цією адресою нічого немає|이 주소에는 아무것도 없습니다|此網址沒有內容|لا شيء على هذا العنوان|אין דבר בכתובת זו',
  noAddressMessage:
    'Controlla l’indirizzo.|Verifique o endereço.|Sprawdź adres.|Adresi kontrol edin.|Перевірте адресу.|주소를 확인하세요.|請檢查網址。|تحقق من العنوان.|יש לבדוק את הכתובת.',
  gone: 'Questa pagina è stata rimossa|Esta página foi removida|Ta strona została usunięta|Bu sayfa kaldırıldı|Цю сторінку вилучено|이 페이지는 삭제되었습니다|此頁面已移除|أُزيلت هذه الصفحة|דף זה הוסר',
  goneMessage:
    'Cerca dove se ne parla ora.|Pesquise onde o assunto é descrito agora.|Wyszukaj, gdzie opisano to teraz.|Konunun şimdi nerede anlatıldığını arayın.|Знайдіть, де це описано тепер.|이 주제가 지금 설명된 곳을 검색하세요.|請搜尋其主題目前的說明位置。|ابحث عن المكان الذي يُشرح فيه موضوعها الآن.|אפשר לחפש היכן הנושא מתואר כעת.',
  empty:
    'Ancora niente qui|Ainda não há nada aqui|Jeszcze nic tu nie ma|Henüz burada bir şey yok|Тут поки нічого немає|아직 아무것도 없습니다|尚無內容|لا شيء هنا بعد|אין כאן דבר עדיין',
  emptyMessage:
    'Le pagine compaiono qui non appena sono pubblicate.|As páginas aparecem aqui assim que forem publicadas.|Strony pojawią się tu po opublikowaniu.|Sayfalar yayımlanır yayımlanmaz burada görünür.|Сторінки з’являться тут після публікації.|페이지가 게시되면 여기에 표시됩니다.|頁面發布後會顯示在這裡。|تظهر الصفحات هنا فور نشرها.|דפים יופיעו כאן מיד עם פרסומם.',
  tooMany:
    'Troppe richieste|Demasiados pedidos|Zbyt wiele żądań|Çok fazla istek|Забагато запитів|요청이 너무 많습니다|請求過多|طلبات كثيرة جدًا|יותר מדי בקשות',
  tooManyMessage:
    'La tua rete ha richiesto più pagine di quante sono consentite: attendi qualche secondo.|A sua rede pediu mais páginas do que o permitido: aguarde alguns segundos.|Twoja sieć zażądała więcej stron, niż dozwolono: poczekaj kilka sekund.|Ağınız izin verilenden fazla sayfa istedi: birkaç saniye bekleyin.|Ваша мережа запитала більше сторінок, ніж дозволено: зачекайте кілька секунд.|네트워크에서 허용된 것보다 많은 페이지를 요청했습니다. 몇 초 기다리세요.|您的網路請求的頁面過多：請等候幾秒。|طلبت شبكتك صفحات أكثر من المسموح: انتظر بضع ثوانٍ.|הרשת שלך ביקשה יותר דפים מהמותר: יש להמתין כמה שניות.',
  failed:
    'Qualcosa è andato storto|Algo correu mal|Coś poszło nie tak|Bir şeyler ters gitti|Щось пішло не так|문제가 발생했습니다|發生錯誤|حدث خطأ ما|משהו השתבש',
  failedMessage:
    'Non è stato possibile creare la pagina per un errore del server.|Não foi possível criar a página devido a um erro do servidor.|Nie udało się utworzyć strony z powodu błędu serwera.|Bir sunucu hatası nedeniyle sayfa oluşturulamadı.|Не вдалося створити сторінку через помилку сервера.|서버 오류로 페이지를 만들지 못했습니다.|由於伺服器錯誤，無法產生頁面。|تعذّر إنشاء الصفحة بسبب خطأ في الخادم.|לא ניתן היה ליצור את הדף בשל שגיאה בשרת.',
  unavailable:
    'Al momento non disponibile|Indisponível de momento|Chwilowo niedostępne|Şu anda kullanılamıyor|Тимчасово недоступно|현재 사용할 수 없음|目前無法使用|غير متاح حاليًا|לא זמין כרגע',
  unavailableMessage:
    'Il server si sta avviando o è occupato e tornerà tra qualche secondo.|O servidor está a iniciar ou ocupado e volta dentro de segundos.|Serwer uruchamia się lub jest zajęty i wróci za kilka sekund.|Sunucu başlatılıyor veya meşgul, birkaç saniye içinde dönecek.|Сервер запускається або зайнятий і повернеться за кілька секунд.|서버가 시작 중이거나 사용 중이며 몇 초 후에 돌아옵니다.|伺服器正在啟動或忙碌，幾秒後恢復。|الخادم يبدأ العمل أو مشغول، وسيعود خلال ثوانٍ.|השרת עולה או עמוס, ויחזור בעוד כמה שניות.',
  problemMessage:
    'L’indirizzo non può essere letto: controllalo.|Não é possível ler o endereço: verifique-o.|Nie można odczytać adresu: sprawdź go.|Adres okunamıyor: kontrol edin.|Адресу неможливо прочитати: перевірте її.|주소를 읽을 수 없습니다. 확인하세요.|無法讀取此網址：請檢查。|تتعذّر قراءة العنوان: تحقق منه.|לא ניתן לקרוא את הכתובת: יש לבדוק אותה.',
  authorization: 'Autorizzazione|Autorização|Autoryzacja|Yetkilendirme|Авторизація|인증|授權|التفويض|הרשאה',
  pathParameters:
    'Parametri del percorso|Parâmetros do caminho|Parametry ścieżki|Yol parametreleri|Параметри шляху|경로 매개변수|路徑參數|معلمات المسار|פרמטרים של הנתיב',
  queryParameters:
    'Parametri della query|Parâmetros da consulta|Parametry zapytania|Sorgu parametreleri|Параметри запиту|쿼리 매개변수|查詢參數|معلمات الاستعلام|פרמטרים של השאילתה',
  headerParameters: 'Header|Cabeçalhos|Nagłówki|Başlıklar|Заголовки|헤더|標頭|الترويسات|כותרות',
  cookieParameters:
    'Cookie|Cookies|Pliki cookie|Çerezler|Файли cookie|쿠키|Cookie|ملفات تعريف الارتباط|עוגיות',
  body: 'Corpo|Corpo|Treść|Gövde|Тіло|본문|主體|المتن|גוף',
  responses: 'Risposte|Respostas|Odpowiedzi|Yanıtlar|Відповіді|응답|回應|الاستجابات|תגובות',
  tryIt: 'Prova|Experimentar|Wypróbuj|Dene|Спробувати|사용해 보기|試試看|جرّب|נסו',
  tryKept:
    'Resta solo in questa scheda e viene inviato al server scelto.|Fica apenas neste separador e é enviado ao servidor escolhido.|Pozostaje tylko w tej karcie i jest wysyłane do wybranego serwera.|Yalnızca bu sekmede tutulur ve seçilen sunucuya gönderilir.|Зберігається лише в цій вкладці й надсилається на вибраний сервер.|이 탭에만 보관되며 선택한 서버로 전송됩니다.|僅保留在此分頁中，並傳送至所選伺服器。|يُحفظ في علامة التبويب هذه فقط ويُرسل إلى الخادم المختار.|נשמר רק בלשונית זו ונשלח לשרת שנבחר.',
  tryFailed:
    'Il server non ha risposto o non consente richieste da questa pagina. Usa un esempio della richiesta.|O servidor não respondeu ou não permite pedidos a partir desta página. Use um exemplo do pedido.|Serwer nie odpowiedział lub nie zezwala na żądania z tej strony. Użyj przykładu żądania.|Sunucu yanıt vermedi veya bu sayfadan isteklere izin vermiyor. Bunun yerine bir istek örneği kullanın.|Сервер не відповів або не дозволяє запити з цієї сторінки. Скористайтеся прикладом запиту.|서버가 응답하지 않거나 이 페이지의 요청을 허용하지 않습니다. 대신 요청 예시를 사용하세요.|伺服器沒有回應，或不允許來自此頁面的請求。請改用請求範例。|لم يستجب الخادم أو لا يسمح بالطلبات من هذه الصفحة. استخدم مثالاً للطلب بدلاً من ذلك.|השרת לא הגיב או שאינו מאפשר בקשות מדף זה. השתמשו בדוגמת בקשה במקום.',
  request: 'Richiesta|Pedido|Żądanie|İstek|Запит|요청|請求|الطلب|בקשה',
  response: 'Risposta|Resposta|Odpowiedź|Yanıt|Відповідь|응답|回應|الاستجابة|תגובה',
  required: 'obbligatorio|obrigatório|wymagane|zorunlu|обов’язково|필수|必填|مطلوب|חובה',
  deprecated:
    'deprecato|obsoleto|przestarzałe|kullanımdan kaldırıldı|застаріле|지원 중단됨|已棄用|مهمل|מיושן',
  readOnly:
    'sola lettura|só de leitura|tylko do odczytu|salt okunur|лише читання|읽기 전용|唯讀|للقراءة فقط|לקריאה בלבד',
  writeOnly:
    'sola scrittura|só de escrita|tylko do zapisu|salt yazılır|лише запис|쓰기 전용|唯寫|للكتابة فقط|לכתיבה בלבד',
  default:
    'Predefinito|Predefinição|Domyślnie|Varsayılan|За замовчуванням|기본값|預設值|الافتراضي|ברירת מחדל',
  example: 'Esempio|Exemplo|Przykład|Örnek|Приклад|예|範例|مثال|דוגמה',
  values:
    'Valori possibili|Valores possíveis|Możliwe wartości|Olası değerler|Можливі значення|가능한 값|可用的值|القيم الممكنة|ערכים אפשריים',
  properties: 'Proprietà|Propriedades|Właściwości|Özellikler|Властивості|속성|屬性|الخصائص|מאפיינים',
  items: 'Elementi|Elementos|Elementy|Öğeler|Елементи|항목|元素|العناصر|פריטים',
  otherProperties:
    'Altre proprietà|Outras propriedades|Inne właściwości|Diğer özellikler|Інші властивості|기타 속성|其他屬性|خصائص أخرى|מאפיינים אחרים',
  expandAll:
    'Espandi tutto|Expandir tudo|Rozwiń wszystko|Tümünü genişlet|Розгорнути все|모두 펼치기|全部展開|توسيع الكل|הרחבת הכול',
  collapseAll:
    'Comprimi tutto|Recolher tudo|Zwiń wszystko|Tümünü daralt|Згорнути все|모두 접기|全部收合|طي الكل|צמצום הכול',
  oneOf: 'Uno di|Um de|Jedno z|Şunlardan biri|Одне з|다음 중 하나|其中之一|واحد من|אחד מתוך',
  anyOf:
    'Almeno uno di|Qualquer de|Dowolne z|Şunlardan herhangi biri|Будь-яке з|다음 중 하나 이상|任一|أيٌّ من|כל אחד מתוך',
  allOf: 'Tutti|Todos|Wszystkie|Tümü|Усі з|모두|全部|الكل|כולם',
  cut: 'Gli altri livelli sono descritti nel modello.|Os restantes níveis estão descritos no modelo.|Dalsze poziomy opisano w modelu.|Diğer düzeyler modelde açıklanır.|Подальші рівні описано в моделі.|나머지 단계는 모델에 설명되어 있습니다.|其餘層級請見模型說明。|المستويات الأخرى موصوفة في النموذج.|רמות נוספות מתוארות במודל.',
  noSpec:
    'Questa descrizione dell’API non è disponibile.|Esta descrição da API não está disponível.|Ten opis API jest niedostępny.|Bu API açıklaması kullanılamıyor.|Цей опис API недоступний.|이 API 설명을 사용할 수 없습니다.|此 API 說明無法使用。|وصف واجهة API هذه غير متاح.|תיאור API זה אינו זמין.',
  webhook: 'Webhook|Webhook|Webhook|Webhook|Вебхук|웹훅|Webhook|خطاف ويب|Webhook',
  servers:
    'URL di base|URL base|Bazowy URL|Temel URL|Базовий URL|기본 URL|基礎 URL|عنوان URL الأساسي|כתובת URL בסיסית',
}
