/**
 * What search must find in the writing systems of the world, and what it must not: one table for
 * the shared words, both of the server's engines and the device's index. Invisible characters are
 * written as escapes, so that a reader of this table sees them.
 */
export interface SearchProbe {
  readonly script: string
  readonly text: string
  /** Each of these, typed as a whole word, finds the text. */
  readonly finds: readonly string[]
  /** None of these does. */
  readonly misses: readonly string[]
}

export const searchProbes: readonly SearchProbe[] = [
  {
    script: 'Latin with diacritics',
    text: 'Một ngày ở São Paulo, žluťoučký kůň',
    finds: ['sao paulo', 'São', 'Sa\u0303o', 'mot ngay', 'žluťoučký', 'zlutoucky kun'],
    misses: ['sa', 'saon'],
  },
  { script: 'Latin with a dot below, in two characters', text: 'Kris\u0323n\u0323a', finds: ['krisna', 'Kriṣṇa'], misses: ['kris', 'na'] },
  {
    script: 'German',
    text: 'Die Straße ist groß.',
    finds: ['strasse', 'STRASSE', 'STRAẞE', 'straße', 'gross'],
    misses: ['strase', 'gros'],
  },
  {
    script: 'Turkish',
    text: 'Iğdır ve İzmir ılık',
    finds: ['ığdır', 'IĞDIR', 'igdir', 'izmir', 'İZMİR', 'ilik', 'ILIK'],
    misses: ['zmir', 'dır'],
  },
  {
    script: 'Latin with soft hyphens',
    text: 'Donau\u00ADdampf\u00ADschiff',
    finds: ['donaudampfschiff', 'Donau\u00ADdampfschiff'],
    misses: ['dampf', 'schiff'],
  },
  {
    script: 'Latin with a zero-width space',
    text: 'super\u200Bcali fragi\u2060listic expi\uFEFFali',
    finds: ['supercali', 'fragilistic', 'super\uFEFFcali', 'expiali'],
    misses: ['cali', 'listic', 'expi'],
  },
  { script: 'full-width Latin', text: 'ＬＹＣＥＵＭ ２０２６', finds: ['lyceum', '2026', 'Ｌｙｃｅｕｍ'], misses: ['lyce'] },
  {
    script: 'Greek',
    text: 'Ο Οδυσσεύς και η ΘΆΛΑΣΣΑ',
    finds: ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ', 'οδυσσεύς', 'θάλασσα', 'θαλασσα'],
    misses: ['οδυσσ'],
  },
  {
    script: 'Cyrillic',
    text: 'Ёлка, п\u02BCять і м’яч',
    finds: ['елка', 'ЁЛКА', 'ёлка', "п'ять", 'п’ять', 'п\u02BCять', 'м\u02BCяч'],
    misses: ['ять', 'лка'],
  },
  { script: 'Hebrew with points', text: 'בְּרֵאשִׁית בָּרָא', finds: ['בראשית', 'בְּרֵאשִׁית', 'ברא'], misses: ['ראשית'] },
  {
    script: 'Arabic',
    text: 'ذهب إلى المدرسة الكبـــيرة، والقُرْآن ٱلرَّحْمَـٰن على مكتبى',
    finds: ['الى', 'إلي', 'إلى', 'المدرسه', 'المدرسة', 'الكبيرة', 'الكبيره', 'والقرآن', 'والقران', 'الرحمن', 'علي', 'مکتبی', 'مكتبي'],
    misses: ['مدرسة', 'المدرس', 'يرة'],
  },
  { script: 'Arabic presentation forms', text: 'ﺍﻟﺴﻼﻡ ﻋﻠﻴﻜﻢ', finds: ['السلام', 'عليكم', 'علیکم'], misses: ['سلام'] },
  {
    script: 'Arabic with direction marks',
    text: '\u2067مرحبا\u2069 بال\u200Fعالم',
    finds: ['مرحبا', 'بالعالم', '\u200Fمرحبا\u200F'],
    misses: ['عالم'],
  },
  {
    script: 'Persian with non-joiners',
    text: 'کتاب\u200Cهای من را می\u200Cخواهم، خانهٔ ما و خانۀ شما',
    finds: ['کتابهای', 'کتاب\u200Cهای', 'كتابهاي', 'می\u200Cخواهم', 'میخواهم', 'ميخواهم', 'خانه', 'خانه\u0654'],
    misses: ['خواهم', 'کتاب'],
  },
  { script: 'Urdu', text: 'لڑکے کہتے ہیں کہ یہ گھر ہے', finds: ['كهتے', 'کہتے', 'يه', 'یہ', 'گھر', 'ہیں'], misses: ['لڑکی', 'گہر'] },
  {
    script: 'Devanagari with joiners',
    text: 'हिन्दी में क्\u200Dषत्रिय और श्री\u200Cमान, ज़मीन',
    finds: ['हिन्दी', 'क्षत्रिय', 'क्\u200Dषत्रिय', 'श्रीमान', 'ज़मीन', '\u095Bमीन'],
    misses: ['हन्द', 'मान', 'षत्रिय'],
  },
  { script: 'Bengali', text: 'র\u200D্যাব বাংলা\u200Cদেশ সময়', finds: ['র্যাব', 'বাংলাদেশ', 'সম\u09DF', 'সময়'], misses: ['দেশ', 'বাংলা'] },
  { script: 'Tamil', text: 'தமிழ் மொ\u200Bழி', finds: ['தமிழ்', 'மொழி', 'ம\u0BC6\u0BBEழி'], misses: ['தமழ', 'ழி'] },
  { script: 'Malayalam', text: 'മലയാളം ഭാഷ\u200Cയിൽ', finds: ['മലയാളം', 'ഭാഷയിൽ'], misses: ['യിൽ', 'മലയളം'] },
  {
    script: 'Thai',
    text: 'ภาษาไทย\u200Bสวยงาม และน้ำตก ทำ',
    finds: ['ภาษา', 'ไทย', 'ไทยสวย', 'น้ำ', 'ทำ', 'ท\u0E4Dา'],
    misses: ['ไทยและ', 'นม'],
  },
  { script: 'Lao', text: 'ພາສາ\u200Bລາວ ນ້ຳ', finds: ['ພາສາລາວ', 'ລາວ', 'ນ້ຳ'], misses: ['ລາວພາ'] },
  { script: 'Khmer', text: 'ភាសា\u200Bខ្មែរ។ ទឹក', finds: ['ភាសាខ្មែរ', 'ខ្មែរ', 'ភា\u200Bសា', 'ទឹក'], misses: ['ខ្មែរទឹក'] },
  { script: 'Myanmar', text: 'မြန်မာ\u200Bဘာသာ ဦး', finds: ['မြန်မာဘာသာ', 'ဘာသာ', '\u1025\u102Eး'], misses: ['သာမြန်'] },
  {
    script: 'Han',
    text: '搜索功能與葛\u{E0100}城、㐀字',
    finds: ['搜索', '索功', '葛城', '葛\u{E0100}城', '能'],
    misses: ['搜功', '城字'],
  },
  {
    script: 'Hiragana',
    text: 'らーめんがたべたい、か\u3099っこう',
    finds: ['らーめん', 'ーめん', 'がっこう', 'か\u3099た'],
    misses: ['ラーメン', 'らめん', 'かっこう'],
  },
  {
    script: 'Katakana',
    text: '今日のニュース：インターネットのメンバーとデータセンター',
    finds: ['ニュース', 'インターネット', 'メンバー', 'データ', 'センター', 'ネットのメンバー', 'ﾆｭｰｽ', 'メンハ\u3099ー', 'ー'],
    misses: ['ニュス', 'インタネット', 'にゅーす', 'メンハー'],
  },
  {
    script: 'half-width Katakana',
    text: 'ﾃﾞｰﾀﾍﾞｰｽのﾊﾟﾝ、ﾆｭｰｽ',
    finds: ['データベース', 'ベース', 'パン', 'のパ', 'ニュース', 'ﾊﾟﾝ', 'ﾍﾞｰｽ'],
    misses: ['テータ', 'ハン', 'ヘース'],
  },
  {
    script: 'Hangul',
    text: '한국어 검\u200B색 \u1112\u1161\u11AB\u1100\u1173\u11AF',
    finds: ['한국어', '검색', '한글', '\u1112\u1161\u11AB국어'],
    misses: ['색', '국어'],
  },
  { script: 'Georgian', text: 'საქართველო ᲗᲑᲘᲚᲘᲡᲘ', finds: ['საქართველო', 'ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ', 'თბილისი'], misses: ['ქართველო'] },
  { script: 'Armenian', text: 'Հայաստան և Երևան', finds: ['ՀԱՅԱՍՏԱՆ', 'հայաստան', 'եւ', 'երեւան'], misses: ['այաստան'] },
  { script: 'Ethiopic', text: 'ሰላም፡ለዓለም', finds: ['ሰላም', 'ለዓለም'], misses: ['ሰላምለዓለም', 'ዓለም'] },
  { script: 'Mongolian', text: 'ᠮᠣᠩᠭᠣᠯ ᠬᠠᠭᠠ\u180Eᠨ', finds: ['ᠮᠣᠩᠭᠣᠯ', 'ᠬᠠᠭᠠᠨ', 'ᠬ\u180Bᠠᠭᠠᠨ'], misses: ['ᠮᠣᠩ'] },
  {
    script: 'emoji',
    text: 'Tea👩\u200D💻time, coffee ❤\uFE0F cake, room 1\uFE0F\u20E3',
    finds: ['tea', 'time', 'coffee', '"coffee cake"', '"coffee ❤ cake"', '"room 1"', 'tea👩\u200D💻time'],
    misses: ['teatime', '"tea cake"'],
  },
]
