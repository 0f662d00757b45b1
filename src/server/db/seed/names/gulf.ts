import { type NameCustom, namePairs } from './name-pairs.ts'

const boys = namePairs(`
  Abdulla/عبدالله, Abdulaziz/عبدالعزيز, Abdulrahman/عبدالرحمن, Ahmed/أحمد, Ali/علي, Bader/بدر, Bandar/بندر,
  Barrak/براك, Dawood/داود, Dhari/ضاري, Fahad/فهد, Faisal/فيصل, Falah/فلاح, Fawaz/فواز, Ghanim/غانم, Hamad/حمد,
  Hamdan/حمدان, Hassan/حسن, Hazza/هزاع, Humaid/حميد, Ibrahim/إبراهيم, Jabor/جبر, Jassim/جاسم, Khalid/خالد,
  Khalifa/خليفة, Majid/ماجد, Mansoor/منصور, Meshal/مشعل, Mishari/مشاري, Mohammed/محمد, Mubarak/مبارك, Nasser/ناصر,
  Nawaf/نواف, Nayef/نايف, Omar/عمر, Othman/عثمان, Rakan/راكان, Rashid/راشد, Saad/سعد, Salem/سالم, Salman/سلمان,
  Saqr/صقر, Saud/سعود, Sultan/سلطان, Talal/طلال, Tamim/تميم, Thamer/ثامر, Turki/تركي, Yousef/يوسف, Zayed/زايد
`)

const girls = namePairs(`
  Abeer/عبير, Aisha/عائشة, Alanoud/العنود, Aljazi/الجازي, Amal/أمل, Amna/آمنة, Anfal/أنفال, Asma/أسماء,
  Badriya/بدرية, Bashayer/بشاير, Buthaina/بثينة, Dalal/دلال, Dana/دانة, Deema/ديمة, Farah/فرح, Fatima/فاطمة,
  Ghala/غلا, Ghalya/غالية, Hanouf/هنوف, Haya/هيا, Hessa/حصة, Hind/هند, Jawaher/جواهر, Joud/جود, Kaltham/كلثم,
  Khawla/خولة, Lamya/لمياء, Latifa/لطيفة, Lulwa/لولوة, Maha/مها, Maitha/ميثاء, Mariam/مريم, Moza/موزة, Munira/منيرة,
  Najla/نجلاء, Noof/نوف, Noora/نورة, Rahaf/رهف, Rawda/روضة, Reem/ريم, Sara/سارة, Shahad/شهد, Shaikha/شيخة,
  Shamma/شما, Taiba/طيبة, Wadha/وضحى, Wateen/وتين, Wejdan/وجدان, Zahra/زهرة, Zainab/زينب
`)

const qatarFamilies = namePairs(`
  Al-Ansari/الأنصاري, Al-Badi/البادي, Al-Boainain/البوعينين, Al-Dosari/الدوسري,
  Al-Emadi/العمادي, Al-Fadala/الفضالة, Al-Ghanim/الغانم, Al-Hajri/الهاجري, Al-Hammadi/الحمادي, Al-Haydous/الهيدوس,
  Al-Jaber/الجابر, Al-Kaabi/الكعبي, Al-Khater/الخاطر, Al-Khulaifi/الخليفي, Al-Kubaisi/الكبيسي, Al-Kuwari/الكواري,
  Al-Maadeed/المعاضيد, Al-Malki/المالكي, Al-Mannai/المناعي, Al-Marri/المري, Al-Misnad/المسند, Al-Mohannadi/المهندي,
  Al-Mulla/الملا, Al-Muraikhi/المريخي, Al-Naimi/النعيمي, Al-Obaidli/العبيدلي, Al-Romaihi/الرميحي, Al-Shahwani/الشهواني,
  Al-Sulaiti/السليطي, Al-Suwaidi/السويدي, Al-Yafei/اليافعي
`)

const kuwaitFamilies = namePairs(`
  Al-Ajmi/العجمي, Al-Ali/العلي, Al-Anezi/العنزي, Al-Awadhi/العوضي, Al-Azmi/العازمي, Al-Baghli/البغلي,
  Al-Bahar/البحر, Al-Daihani/الديحاني, Al-Failakawi/الفيلكاوي, Al-Fadhli/الفضلي, Al-Ghareeb/الغريب,
  Al-Hajeri/الهاجري, Al-Harbi/الحربي, Al-Houti/الحوطي, Al-Kandari/الكندري, Al-Khaldi/الخالدي, Al-Kharafi/الخرافي,
  Al-Khashti/الخشتي, Al-Mansour/المنصور, Al-Mudhaf/المضف, Al-Mutairi/المطيري, Al-Mutawa/المطوع, Al-Omar/العمر,
  Al-Otaibi/العتيبي, Al-Qallaf/القلاف, Al-Qattan/القطان, Al-Rashidi/الرشيدي, Al-Roumi/الرومي, Al-Saleh/الصالح,
  Al-Shammari/الشمري, Al-Sharhan/الشرهان, Behbehani/بهبهاني, Dashti/دشتي, Marafi/معرفي
`)

/** Families of Qatar. */
export const qatari: NameCustom = {
  boys,
  girls,
  fathers: boys,
  families: qatarFamilies,
  fullName: 'given-father-family',
}

/** Families of Kuwait. */
export const kuwaiti: NameCustom = {
  boys,
  girls,
  fathers: boys,
  families: kuwaitFamilies,
  fullName: 'given-father-family',
}
