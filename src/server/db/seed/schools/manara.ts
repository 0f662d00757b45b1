import { kuwaitDishes } from '../menu/local-dishes.ts'
import { filipino, western } from '../names/filipino-western.ts'
import { kuwaiti } from '../names/gulf.ts'
import { southAsian, southAsianMuslim } from '../names/south-asian.ts'
import { widerArab } from '../names/wider-arab.ts'
import { manaraLogo } from './logos.ts'
import type { SchoolPlan } from './school-plan.ts'

/** Kuwait City, dinar (three decimals), Arabic first, one site. */
export const manara: SchoolPlan = {
  code: 'manara',
  name: { en: 'Manara School', ar: 'مدرسة المنارة' },
  currency: 'KWD',
  timeZone: 'Asia/Kuwait',
  language: 'ar',
  cashIncrement: 5,
  rules: { identityBeforeShortlist: true },
  stocked: 'Laban 200 ml',
  priceOf: ([, kwdMinor]) => kwdMinor,
  website: 'https://www.manara.example',
  lmsUrl: 'https://learn.manara.example',
  mailDomain: 'manara.example',
  phone: '+965 2000 0000',
  theme: { themeColor: 'indigo', brand: '#3949ab', primaryColorLevel: 600, mode: 'light' },
  logoSvg: manaraLogo,
  swiperText: [
    { en: 'A light for every learner since 1987.', ar: 'منارة لكل متعلم منذ عام 1987.' },
    { en: 'Arabic at heart, open to the world.', ar: 'العربية في القلب، والعالم في الأفق.' },
    { en: 'Small classes, big ambitions.', ar: 'صفوف صغيرة وطموحات كبيرة.' },
  ],
  address: { en: 'Salmiya, Kuwait', ar: 'السالمية، الكويت' },
  // No flag is set, so anyone who isn't signed in goes to the plain entry and comes back to the page they asked for.
  conditionalScreens: { without_auth: 'N', login: 'N', otp: 'N', signUp: 'N' },
  sites: [{ code: 'A', name: { en: 'School canteen', ar: 'مقصف المدرسة' } }],
  tills: [
    { site: 'A', code: '01', kind: 'till', name: { en: 'Boys’ hall', ar: 'صندوق قاعة البنين' } },
    { site: 'A', code: '02', kind: 'till', name: { en: 'Girls’ hall', ar: 'صندوق قاعة البنات' } },
    { site: 'A', code: '03', kind: 'till', name: { en: 'Courtyard', ar: 'صندوق الساحة' } },
    { site: 'A', code: '04', kind: 'kiosk', name: { en: 'Self-service', ar: 'الخدمة الذاتية' } },
    { site: 'A', code: '05', kind: 'desk', name: { en: 'Front desk', ar: 'مكتب الاستقبال' } },
  ],
  staff: [
    { userName: 'admin', role: 'admin', name: { en: 'Bader Al-Mutawa', ar: 'بدر المطوع' } },
    { userName: 'head', role: 'head', name: { en: 'Dr Munira Al-Kandari', ar: 'د. منيرة الكندري' } },
    { userName: 'registrar', role: 'registrar', name: { en: 'Layla Darwish', ar: 'ليلى درويش' } },
    { userName: 'admissions', role: 'admission-officer', name: { en: 'Anfal Al-Shammari', ar: 'أنفال الشمري' } },
    { userName: 'finance', role: 'finance', name: { en: 'Tarek El-Masri', ar: 'طارق المصري' } },
    { userName: 'supervisor', role: 'supervisor', name: { en: 'Dalal Behbehani', ar: 'دلال بهبهاني' }, pin: '362085' },
    { userName: 'operator1', role: 'operator', name: { en: 'Hossam Farouk', ar: 'حسام فاروق' }, pin: '471906' },
    { userName: 'operator2', role: 'operator', name: { en: 'Mary Anne Santos', ar: 'ماري آن سانتوس' }, pin: '830527' },
    { userName: 'operator3', role: 'operator', name: { en: 'Imran Shaikh', ar: 'عمران شيخ' }, pin: '659142' },
    { userName: 'it', role: 'it', name: { en: 'Nawaf Al-Qallaf', ar: 'نواف القلاف' } },
    { userName: 'family', role: 'family', name: { en: 'Dalal Al-Fadhli', ar: 'دلال الفضلي' } },
    { userName: 'auditor', role: 'auditor', name: { en: 'Sameh Toukan', ar: 'سامح طوقان' } },
    { userName: 'hr', role: 'hr', name: { en: 'Yousef Al-Mutawa', ar: 'يوسف المطوع' } },
  ],
  localDishes: kuwaitDishes,
  barcodePrefix: '6279990',
  families: [
    { custom: kuwaiti, percent: 46 },
    { custom: widerArab, percent: 32 },
    { custom: southAsianMuslim, percent: 9 },
    { custom: southAsian, percent: 6 },
    { custom: filipino, percent: 4 },
    { custom: western, percent: 3 },
  ],
  students: 40,
  accounts: {
    topUps: [500, 2000, 3000, 5000, 5000, 7500, 10_000, 10_000, 15_000, 20_000],
    dailyLimits: [1000, 1250, 1500, 2000, 3000],
    overdrafts: [500, 1000, 1500],
    offlineAllowance: 2500,
  },
}
