import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { NewWording } from './wording.service.ts'

const words = (en: string, ar: string): Bilingual => ({ en, ar })

/** What a school asks consent for when it begins. Nothing hangs on any of it, and each says what happens without. */
export const defaultWordings: readonly NewWording[] = [
  {
    purpose: 'data-sharing',
    isOffered: true,
    title: words('Records from the previous school', 'سجلات المدرسة السابقة'),
    wording: words(
      'The school may ask my child’s previous school for school reports and for what it knows about learning support, and keep them with the application.',
      'يحق للمدرسة أن تطلب من مدرسة طفلي السابقة تقاريره وما لديها عن الدعم التعليمي، وأن تحفظها مع طلب الالتحاق.',
    ),
    otherwise: words('Without it you bring the reports yourself.', 'إن رفضت فأحضر التقارير بنفسك.'),
  },
  {
    purpose: 'news',
    isOffered: true,
    title: words('Contact by message', 'التواصل بالرسائل'),
    wording: words(
      'The school may use my mobile number and email to tell me about events and news beyond what concerns my child directly.',
      'يحق للمدرسة أن تستخدم رقم هاتفي وبريدي لإبلاغي بالفعاليات والأخبار، زيادة على ما يخص طفلي مباشرة.',
    ),
    otherwise: words(
      'Without it you still get everything that concerns your child.',
      'إن رفضت فسيصلك كل ما يخص طفلك كالمعتاد.',
    ),
  },
  {
    purpose: 'photos',
    isOffered: true,
    title: words('Photos and films', 'الصور والأفلام'),
    wording: words(
      'The school may take photos and films of my child in lessons and at events, and show them at school and on its own website, without the child’s full name.',
      'يحق للمدرسة أن تصور طفلي في الدروس والفعاليات، وأن تعرض الصور والأفلام في المدرسة وفي موقعها دون اسمه الكامل.',
    ),
    otherwise: words(
      'Without it your child takes part as before, and is left out of pictures.',
      'إن رفضت فسيشارك طفلك في كل شيء، ولن يظهر في الصور.',
    ),
  },
  {
    purpose: 'trips',
    isOffered: true,
    title: words('Trips within the city', 'الرحلات داخل المدينة'),
    wording: words(
      'My child may go on trips on foot or by the school’s bus within the city during school hours. For each longer trip the school asks me again.',
      'يُسمح لطفلي بالخروج مع صفه سيرًا أو بحافلة المدرسة داخل المدينة في أثناء الدوام. أما الرحلات الأطول فتسألني المدرسة عن كل واحدة منها.',
    ),
    otherwise: words(
      'Without it your child stays at school with another class on those days.',
      'إن رفضت فسيبقى طفلك في المدرسة مع صف آخر في تلك الأيام.',
    ),
  },
  {
    purpose: 'medical-help',
    isOffered: true,
    title: words('First aid and medical help', 'الإسعافات الأولية والمساعدة الطبية'),
    wording: words(
      'The school nurse may give my child first aid and simple medicine against pain and fever, and tells me the same day. In an emergency the school calls an ambulance whatever I answer here.',
      'يحق لممرضة المدرسة أن تقدم لطفلي الإسعافات الأولية ودواءً بسيطًا للألم والحمى، وأن تبلغني في اليوم نفسه. وفي الحالات الطارئة تطلب المدرسة الإسعاف مهما كان جوابي.',
    ),
    otherwise: words(
      'Without it the nurse calls you before she gives any medicine.',
      'إن رفضت فستتصل بك الممرضة قبل إعطاء أي دواء.',
    ),
  },
  {
    // Not before a school has judged the risks for its pupils.
    purpose: facesPurpose,
    isOffered: false,
    title: words('Paying by face', 'الدفع ببصمة الوجه'),
    wording: words(
      'The school may make a template of my child’s face and use it at its tills to confirm who is paying, and for nothing else. It is deleted when I withdraw this or when my child leaves.',
      'يحق للمدرسة أن تنشئ قالبًا لوجه طفلي تستخدمه عند صناديق المقصف للتأكد ممن يدفع، لا لغير ذلك. ويُحذف القالب متى سحبت موافقتي أو ترك طفلي المدرسة.',
    ),
    otherwise: words(
      'Without it your child pays by card or by number, just as fast.',
      'إن رفضت فسيدفع طفلك بالبطاقة أو برقمه، بالسرعة نفسها.',
    ),
  },
]
