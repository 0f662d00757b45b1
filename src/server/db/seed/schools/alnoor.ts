import { dohaDishes } from '../menu/local-dishes.ts'
import { filipino, western } from '../names/filipino-western.ts'
import { qatari } from '../names/gulf.ts'
import { southAsian, southAsianMuslim } from '../names/south-asian.ts'
import { widerArab } from '../names/wider-arab.ts'
import { alnoorLogo } from './logos.ts'
import type { SchoolPlan } from './school-plan.ts'

/** Doha, riyal (two decimals), English first, two sites. */
export const alnoor: SchoolPlan = {
  code: 'alnoor',
  name: { en: 'Al Noor International School', ar: 'مدرسة النور الدولية' },
  currency: 'QAR',
  timeZone: 'Asia/Qatar',
  language: 'en',
  cashIncrement: 25,
  rules: { interviewBeforeOffer: true },
  priceOf: ([qarMinor]) => qarMinor,
  website: 'https://www.alnoor.example',
  lmsUrl: 'https://learn.alnoor.example',
  mailDomain: 'alnoor.example',
  phone: '+974 4000 0000',
  theme: { themeColor: 'teal', brand: '#0f766e', primaryColorLevel: 600, mode: 'light' },
  logoSvg: alnoorLogo,
  swiperText: [
    { en: 'A school where every child is known by name.', ar: 'مدرسة نعرف فيها كل طفل باسمه.' },
    { en: 'Two languages, one curious mind.', ar: 'لغتان وعقل واحد محب للمعرفة.' },
    { en: 'Come and see us: tours every Tuesday at nine.', ar: 'تفضلوا بزيارتنا: جولات كل ثلاثاء في التاسعة صباحًا.' },
  ],
  address: { en: 'Al Waab Street, Doha, Qatar', ar: 'شارع الوعب، الدوحة، قطر' },
  conditionalScreens: { without_auth: 'N', login: 'Y', otp: 'N', signUp: 'N' },
  sites: [
    { code: 'A', name: { en: 'Main canteen', ar: 'المقصف الرئيسي' } },
    { code: 'B', name: { en: 'Early years canteen', ar: 'مقصف الطفولة المبكرة' } },
  ],
  tills: [
    { site: 'A', code: '01', kind: 'till', name: { en: 'Hot meals', ar: 'صندوق الأطباق الساخنة' } },
    { site: 'A', code: '02', kind: 'till', name: { en: 'Snacks and drinks', ar: 'صندوق الوجبات الخفيفة' } },
    { site: 'A', code: '03', kind: 'kiosk', name: { en: 'Self-service', ar: 'الخدمة الذاتية' } },
    { site: 'B', code: '04', kind: 'till', name: { en: 'Early years', ar: 'صندوق الطفولة المبكرة' } },
    { site: 'A', code: '05', kind: 'desk', name: { en: 'Front desk', ar: 'مكتب الاستقبال' } },
  ],
  staff: [
    { userName: 'admin', role: 'admin', name: { en: 'Maha Al-Kuwari', ar: 'مها الكواري' } },
    { userName: 'head', role: 'head', name: { en: 'Dr Helen Whitmore', ar: 'د. هيلين ويتمور' } },
    { userName: 'registrar', role: 'registrar', name: { en: 'Rania Haddad', ar: 'رانيا حداد' } },
    { userName: 'admissions', role: 'admission-officer', name: { en: 'Yousef Al-Emadi', ar: 'يوسف العمادي' } },
    { userName: 'finance', role: 'finance', name: { en: 'Suresh Menon', ar: 'سوريش مينون' } },
    { userName: 'supervisor', role: 'supervisor', name: { en: 'Huda Mansour', ar: 'هدى منصور' }, pin: '740352' },
    { userName: 'operator1', role: 'operator', name: { en: 'Grace Villanueva', ar: 'غريس فيلانويفا' }, pin: '583014' },
    { userName: 'operator2', role: 'operator', name: { en: 'Bilal Qureshi', ar: 'بلال قريشي' }, pin: '206937' },
    { userName: 'operator3', role: 'operator', name: { en: 'Sunita Thapa', ar: 'سونيتا ثابا' }, pin: '915268' },
    { userName: 'it', role: 'it', name: { en: 'Karim Nassar', ar: 'كريم نصار' } },
    { userName: 'family', role: 'family', name: { en: 'Laila Darwish', ar: 'ليلى درويش' } },
    { userName: 'auditor', role: 'auditor', name: { en: 'Maryam Khoury', ar: 'مريم خوري' } },
    { userName: 'hr', role: 'hr', name: { en: 'Rania Haddad', ar: 'رانيا حداد' } },
  ],
  localDishes: dohaDishes,
  barcodePrefix: '6309990',
  families: [
    { custom: qatari, percent: 34 },
    { custom: widerArab, percent: 30 },
    { custom: southAsianMuslim, percent: 12 },
    { custom: southAsian, percent: 10 },
    { custom: filipino, percent: 6 },
    { custom: western, percent: 8 },
  ],
  students: 60,
  accounts: {
    topUps: [500, 2500, 5000, 5000, 7500, 10_000, 10_000, 15_000, 20_000, 30_000],
    dailyLimits: [1500, 2000, 2500, 3000, 4000],
    overdrafts: [500, 1000, 2000],
    offlineAllowance: 3000,
  },
}
