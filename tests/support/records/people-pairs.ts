import type { PersonClues } from '#shared/forms/people/person-match.rules.ts'

/** Two records, and whether they are one person. */
export interface LabelledPair {
  one: PersonClues
  other: PersonClues
  isOne: boolean
  about: string
}

type Clues = Omit<PersonClues, 'names'>
type Written = [one: string, other: string, ofOne?: Clues, ofOther?: Clues]

const born = (birthDate: string): Clues => ({ birthDate })
const phoned: Clues = { phone: '+97455123456' }
const family: Clues = { phone: '+97455123456', email: 'family@example.qa' }

/** One person, written twice by people. */
const same: Written[] = [
  ['Mohammed Ahmed Al-Kuwari', 'محمد أحمد الكواري'],
  ['Muhammad Ahmad Alkuwari', 'Mohamed Ahmed El Kawari'],
  [
    'Mohd. Khalid Al Marri',
    'Mohammed Khaled Al-Marri',
    { ...born('2019-03-04'), ...phoned },
    { ...born('2019-03-04'), ...phoned },
  ],
  ['Abdulrahman Yousef Al-Dosari', 'عبد الرحمن يوسف الدوسري'],
  ['Abd El-Rahman Youssef Eldossary', 'Abdurrahman Yusuf Al Dawsari'],
  ['عبدالرحمن علي الهاجري', 'عبد الرحمان على الهاجرى'],
  ['Abdulla Jassim Al-Thani', 'عبد الله جاسم آل ثاني'],
  ['Abdallah Qasim Al Thani', 'Abdullah Gasem Althani'],
  ['Fatima Nasser Al-Naimi', 'فاطمة ناصر النعيمي'],
  ['Fatma Nasir Al Nuaimi', 'فاطمه ناصر النعيمى'],
  ['Fatimah Naser Alneaimi', 'Fatma Nasser Al Noaimi'],
  ['Aisha Hamad Al-Sulaiti', 'عائشة حمد السليطي'],
  ['Ayesha Khan', 'عائشة خان', born('2020-10-01'), born('2020-10-01')],
  ['Aicha Benali', 'Aisha Ben Ali', phoned, phoned],
  ['Noora Saad Al-Mohannadi', 'نورة سعد المهندي'],
  ['Noura Saad Al Muhannadi', 'Nora Saad Almohanadi'],
  ['Yousef Ibrahim Al-Ansari', 'يوسف ابراهيم الانصاري'],
  ['Yusuf Ebrahim Ansari', 'Youssef Ibraheem Al Ansary'],
  ['Hessa Rashid Al-Muraikhi', 'حصه راشد المريخي'],
  ['Hissa Rashed Al Muraikhi', 'Hessah Rashid Almeraikhi'],
  ['Othman Salem Bu Khater', 'عثمان سالم بو خاطر'],
  ['Osman Salim El-Sayed', 'Othman Salem As-Sayed'],
  ['Khalifa bin Hamad Al-Attiyah', 'خليفة بن حمد العطية'],
  ['Khalifah Hamad Al Attiya', 'Khalifa Hamad bin Attiya Al Attiyah'],
  ['Noureddine Bouazizi', 'نور الدين البوعزيزي', born('2017-01-09'), born('2017-01-09')],
  ['Nour El Din Hassan Farouk', 'Nooruddin Hassan Farooq'],
  ['Ghassan Khoury', 'غسان خوري', phoned, phoned],
  ['Jawad Haydar Qudsi', 'جواد حيدر القدسي'],
  ['Gamal Abdel Nasser Hussein', 'Jamal Abdulnasser Husain'],
  ['Mostafa Mahmoud El-Masri', 'مصطفى محمود المصري'],
  ['Moustafa Mahmood Al Masry', 'Mustafa Mahmud Elmasri'],
  ['Dhabya Saeed Al Mazrouei', 'ظبية سعيد المزروعي'],
  ['Zayed Thani Al Mheiri', 'زايد ثاني المهيري'],
  ['Theyab Khalfan Al Dhaheri', 'ذياب خلفان الظاهري'],
  ['Dhiyab Khalfan Aldhaheri', 'Thiyab Khalfan Al Daheri'],
  ['Riyadh Mansoor Al-Qahtani', 'رياض منصور القحطاني'],
  ['Riyad Mansour Algahtani', 'Riad Mansur Al Kahtani'],
  ['Shaikha Meshal Al-Rashidi', 'شيخة مشعل الرشيدي'],
  ['Sheikha Mishal Alrashidi', 'Shaikhah Mishaal Al Rasheedi'],
  ['Bader Fahd Al-Mutairi', 'بدر فهد المطيري'],
  ['Badr Fahad Almutairy', 'Bader Fahad Al Mutayri'],
  ['Ja’far Abdul Hussain Dashti', 'جعفر عبدالحسين دشتي'],
  ['Sara Adel', 'Sarah Adel', { ...born('2021-05-06'), ...phoned }, { ...born('2021-06-05'), ...phoned }],
  ['Al-Kuwari Mohammed Ahmed', 'Mohammed Ahmed Al-Kuwari'],
  ['الكواري محمد', 'Mohammed Al-Kuwari', born('2018-02-03'), born('2018-02-03')],
  ['Sharma Aarav', 'Aarav Sharma', born('2018-02-03'), born('2018-02-03')],
  ['Rahul Kumar Menon', 'راهول كومار مينون'],
  ['Christian Dela Cruz', 'كريستيان ديلا كروز', phoned, phoned],
  ['John Paul Bautista', 'Johnpaul Bautista', phoned, phoned],
  ['Mah Noor Siddiqui', 'ماهنور صديقي', born('2019-09-09'), born('2019-09-09')],
  ['Mo7amed 3li Hassan', 'محمد علي حسن'],
  ['Layla Walid Haddad', 'ليلى وليد حداد'],
  ['Leila Oualid Haddad', 'Layla Waleed Hadad'],
  ['Mariam Issa Al-Emadi', 'مريم عيسى العمادي'],
  ['Maryam Eisa Al Imadi', 'Meriam Essa Alemadi'],
  ['Lulwa Abdulaziz Al-Ghanim', 'لولوة عبد العزيز الغانم'],
  ['Lolwah Abdul Aziz Al Ghanem', 'Loulwa Abdelaziz Alghanim'],
  ['محمد بن راشد بن سعيد', 'محمد راشد سعيد'],
  ['أسماء رائد عوض', 'اسما رايد عوض'],
  ['Asma Raed Awad', 'أسماء رائد عوض'],
  ['Hamza Idris', 'حمزه إدريس', born('2016-11-30'), born('2016-11-20')],
  ['Taha Yaqoob Syed', 'طه يعقوب سيد'],
  ['Mohammed Ahmed Al-Kuwari', 'Mohammed Al-Kuwari', phoned, phoned],
  ['Adham Medhat Najjar', 'أدهم مدحت نجار'],
  ['Ishaq Wael Barakat', 'إسحق وائل بركات'],
]

/** Two people whose records are like one another's. */
const different: Written[] = [
  // Brothers and sisters, twins among them: the family's phone, email and names.
  [
    'Hassan Ali Al-Ansari',
    'Hussein Ali Al-Ansari',
    { ...family, ...born('2019-01-01') },
    { ...family, ...born('2019-01-01') },
  ],
  ['حسن علي الأنصاري', 'حسين علي الأنصاري', { ...family, ...born('2019-01-01') }, { ...family, ...born('2019-01-01') }],
  [
    'Hassan Ali Al-Ansari',
    'حسين علي الأنصاري',
    { ...family, ...born('2019-01-01') },
    { ...family, ...born('2019-01-01') },
  ],
  [
    'حسن علي الأنصاري',
    'Hussain Ali Al-Ansari',
    { ...family, ...born('2019-01-01') },
    { ...family, ...born('2019-01-01') },
  ],
  ['Omar Khalid', 'Amira Khalid', { ...family, ...born('2018-05-05') }, { ...family, ...born('2018-05-05') }],
  ['Amir Nabil Bitar', 'Amira Nabil Bitar', family, family],
  ['Noor Hani Bashir', 'Noora Hani Bashir', family, family],
  ['Farid Tarek', 'Farida Tarek', { ...family, ...born('2018-05-05') }, { ...family, ...born('2018-05-05') }],
  ['Salem Rashid Al-Hajri', 'Salman Rashid Al-Hajri', family, family],
  ['سالم راشد الهاجري', 'سلمان راشد الهاجري', family, family],
  ['سالم راشد الهاجري', 'سليم راشد الهاجري', family, family],
  ['عمر ناصر المري', 'عامر ناصر المري', family, family],
  ['Omar Nasser Al-Marri', 'Amer Nasser Al-Marri', family, family],
  ['Hamad Saad Al-Kaabi', 'Hamdan Saad Al-Kaabi', family, family],
  ['Hamad Saad Al-Kaabi', 'Humaid Saad Al-Kaabi', family, family],
  ['أحمد سعد الكعبي', 'حمد سعد الكعبي', family, family],
  ['Ahmed Saad Al-Kaabi', 'Hamad Saad Al-Kaabi', family, family],
  ['Hamad Saad Al-Kaabi', 'أحمد سعد الكعبي', family, family],
  ['حمد سعد الكعبي', 'Ahmed Saad Al-Kaabi', family, family],
  ['Mina Adel', 'أمينة عادل', family, family],
  ['Saad Fahad Al-Subaie', 'Saud Fahad Al-Subaie', family, family],
  ['سعد فهد السبيعي', 'سعود فهد السبيعي', family, family],
  ['Saad Fahad', 'سعيد فهد', family, family],
  ['Khalid Ali Butt', 'Khalil Ali Butt', { ...family, ...born('2015-03-03') }, { ...family, ...born('2017-03-09') }],
  ['Abdulrahman Essa', 'Abdulrahim Essa', family, family],
  ['Abdullah Essa', 'Abdulaziz Essa', family, family],
  ['عبدالله عيسى', 'عبيد عيسى', family, family],
  ['Maryam Jaber Qasim', 'Maram Jaber Qasim', family, family],
  ['Aisha Jaber', 'Asma Jaber', { ...family, ...born('2018-05-05') }, { ...family, ...born('2018-05-05') }],
  ['Lina Samer', 'Leen Samer', { ...family, ...born('2018-05-05') }, { ...family, ...born('2018-05-05') }],
  ['Dana Thamer', 'Dina Thamer', { ...family, ...born('2018-05-05') }, { ...family, ...born('2018-05-05') }],
  ['Rana Waleed', 'Rania Waleed', { ...family, ...born('2016-05-05') }, { ...family, ...born('2018-05-09') }],
  ['Zaid Majed', 'Ziad Majed', { ...family, ...born('2016-05-05') }, { ...family, ...born('2018-05-09') }],
  ['Fares Ghazi', 'Firas Ghazi', { ...family, ...born('2016-05-05') }, { ...family, ...born('2018-05-09') }],
  ['Aarav Sharma', 'Arjun Sharma', { ...family, ...born('2018-05-05') }, { ...family, ...born('2018-05-05') }],
  ['John Cruz', 'Joan Cruz', { ...family, ...born('2016-05-05') }, { ...family, ...born('2018-05-09') }],
  ['Mira Haddad', 'Mariam Haddad', { ...family, ...born('2018-05-05') }, { ...family, ...born('2018-05-05') }],
  // Father and child.
  ['Khalid Mohammed Al-Marri', 'Mohammed Khalid Al-Marri', family, family],
  ['خالد محمد المري', 'محمد خالد المري', { ...family, ...born('1985-02-02') }, { ...family, ...born('2019-02-02') }],
  ['Ahmed Hassan Salah', 'Hassan Salah', family, family],
  ['Yousef Omar', 'Omar Yousef', family, family],
  // Namesakes.
  ['Mohammed Ahmed', 'Mohammed Ahmed'],
  ['Mohammed Ahmed Al-Kuwari', 'Mohammed Ahmed Al-Kuwari', born('2012-04-05'), born('2019-11-28')],
  ['محمد أحمد الكواري', 'Mohammed Ahmed Al-Kuwari', born('2012-04-05'), born('2019-11-28')],
  ['Ahmed Khalid Al-Marri', 'Ahmed Nasser Al-Marri'],
  ['Ahmed Khalid Al-Marri', 'Ahmed Khalid Al-Dosari'],
  ['Fatima Ali', 'فاطمة علي'],
  ['Rahul Kumar', 'Rahul Menon', born('2018-05-05'), born('2018-05-05')],
  ['Maria Santos', 'Maria Reyes', born('2018-05-05'), born('2018-05-05')],
  // Born on one day, or under one phone of a driver, a secretary, an agency.
  ['Jassim Al-Emadi', 'Tamim Al-Kubaisi', born('2018-05-05'), born('2018-05-05')],
  ['Lama Idris', 'Dev Sharma', { ...family, ...born('2018-05-05') }, { ...family, ...born('2018-05-05') }],
  ['Ghala Al-Sabah', 'Latifa Al-Sabah', { ...phoned, ...born('2018-05-05') }, { ...phoned, ...born('2018-05-05') }],
  ['Reem', 'Rima', family, family],
  ['Ali', 'علي', family, family],
]

const pair = ([one, other, ofOne = {}, ofOther = {}]: Written, isOne: boolean): LabelledPair => ({
  one: { names: [one], ...ofOne },
  other: { names: [other], ...ofOther },
  isOne,
  about: `${one} / ${other}`,
})

/** Written by hand, the hard ones first of all. */
export const handWrittenPairs: readonly LabelledPair[] = [
  ...same.map((written) => pair(written, true)),
  ...different.map((written) => pair(written, false)),
]
