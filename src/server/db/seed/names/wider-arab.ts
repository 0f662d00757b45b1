import { type NameCustom, namePairs } from './name-pairs.ts'

const boys = namePairs(`
  Adam/آدم, Amir/أمير, Amr/عمرو, Anas/أنس, Ayman/أيمن, Bashar/بشار, Bilal/بلال, Elias/إلياس, Fadi/فادي, Firas/فراس,
  George/جورج, Ghassan/غسان, Hadi/هادي, Hamza/حمزة, Hani/هاني, Haytham/هيثم, Hisham/هشام, Hussein/حسين, Issa/عيسى,
  Jad/جاد, Karim/كريم, Laith/ليث, Louay/لؤي, Mahmoud/محمود, Marwan/مروان, Mazen/مازن, Moataz/معتز, Mostafa/مصطفى,
  Nabil/نبيل, Osama/أسامة, Qais/قيس, Rami/رامي, Rayan/ريان, Samer/سامر, Sami/سامي, Seif/سيف, Tarek/طارق, Wael/وائل,
  Wassim/وسيم, Yahya/يحيى, Yassin/ياسين, Younes/يونس, Zaid/زيد, Ziad/زياد
`)

const girls = namePairs(`
  Alma/ألما, Amira/أميرة, Aya/آية, Basma/بسمة, Bayan/بيان, Dalia/داليا, Dima/ديما, Eman/إيمان, Farida/فريدة,
  Ghina/غنى, Habiba/حبيبة, Hala/هالة, Hana/هنا, Heba/هبة, Israa/إسراء, Jana/جنى, Joumana/جمانة, Juri/جوري,
  Khadija/خديجة, Lama/لمى, Lara/لارا, Layan/ليان, Layla/ليلى, Leen/لين, Lina/لينا, Lujain/لجين, Malak/ملك,
  Maram/مرام, Maya/مايا, Mira/ميرا, Nada/ندى, Nadine/نادين, Noor/نور, Rana/رنا, Rania/رانيا, Razan/رزان, Rima/ريما,
  Salma/سلمى, Samar/سمر, Sidra/سدرة, Tala/تالا, Tasneem/تسنيم, Yara/يارا, Yasmin/ياسمين, Zeina/زينة
`)

const fathers = namePairs(`
  Adel/عادل, Adnan/عدنان, Ahmad/أحمد, Akram/أكرم, Ashraf/أشرف, Bassam/بسام, Emad/عماد, Essam/عصام, Fouad/فؤاد,
  Ghazi/غازي, Hassan/حسن, Hatem/حاتم, Hossam/حسام, Ihab/إيهاب, Jamal/جمال, Jihad/جهاد, Kamal/كمال, Khaled/خالد,
  Magdy/مجدي, Maher/ماهر, Medhat/مدحت, Mohamed/محمد, Mounir/منير, Nader/نادر, Raed/رائد, Riyad/رياض, Saeed/سعيد,
  Salah/صلاح, Sameh/سامح, Sherif/شريف, Tawfiq/توفيق, Walid/وليد, Yasser/ياسر, Youssef/يوسف
`)

const families = namePairs(`
  Abu Zaid/أبو زيد, Awad/عوض, Barakat/بركات, Bashir/بشير, Ben Ali/بن علي, Ben Youssef/بن يوسف, Bitar/بيطار,
  Bouazizi/البوعزيزي, Cherif/الشريف, Darwish/درويش, El-Amrani/العمراني, El-Masri/المصري, El-Sayed/السيد,
  El-Tayeb/الطيب, Farouk/فاروق, Haddad/حداد, Halabi/حلبي, Hammoud/حمود, Hijazi/حجازي, Idris/إدريس, Jaber/جابر,
  Khalil/خليل, Khoury/خوري, Mansour/منصور, Najjar/نجار, Nassar/نصار, Osman/عثمان, Qasim/قاسم, Qudsi/القدسي,
  Sabbagh/صباغ, Saleh/صالح, Shaheen/شاهين, Shami/الشامي, Tamimi/التميمي, Toukan/طوقان, Zoubi/الزعبي
`)

/** Families of the Levant, Egypt, Sudan and the Maghreb. */
export const widerArab: NameCustom = { boys, girls, fathers, families, fullName: 'given-father-family' }
