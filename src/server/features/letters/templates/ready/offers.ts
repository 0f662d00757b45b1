import type { LetterBlock, LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { acceptance, accepting, conditions, fees, note, place } from './offer-parts.ts'
import {
  askUs,
  dated,
  datedHijri,
  dear,
  fact,
  facts,
  heading,
  para,
  signedByGuardians,
  signedBySchool,
  sincerely,
} from './pieces.ts'
import { both, field } from './words.ts'

interface OfferVoice {
  opening: LetterBlock[]
  closing?: LetterBlock[]
}

const title = { en: 'Offer of a place', ar: 'عرض مقعد دراسي' }
const conditionalTitle = { en: 'Conditional offer of a place', ar: 'عرض مقعد دراسي مشروط' }

/** Builds an offer. All say the same things in the same order; only the opening and closing differ. */
function offer({ opening, closing = [] }: OfferVoice, isConditional = false): LetterTemplate {
  const name = isConditional ? conditionalTitle : title
  return {
    title: name,
    letterhead: true,
    blocks: [
      heading(1, both(name.en, name.ar)),
      facts(fact('Reference', 'رقم العرض', field('offer.reference')), dated, datedHijri),
      ...opening,
      ...(isConditional ? conditions : []),
      ...place,
      ...fees,
      ...accepting,
      note,
      askUs,
      ...closing,
      sincerely,
      signedBySchool,
      ...acceptance,
      ...signedByGuardians,
    ],
  }
}

const standard: OfferVoice = {
  opening: [
    dear,
    para(
      'We are delighted to offer **{{student.name}}** a place in **{{offer.grade}}** at {{school.name}} for the school year {{offer.year}}. It was a pleasure to get to know your family, and we look forward to welcoming you.',
      'يسعدنا أن نعرض على **{{student.name}}** مقعدًا في **{{offer.grade}}** لدى {{school.name}} للعام الدراسي {{offer.year}}. لقد سررنا بالتعرف إلى أسرتكم، ونتطلع إلى الترحيب بكم بيننا.',
    ),
  ],
}

const conditional: OfferVoice = {
  opening: [
    dear,
    para(
      'We are pleased to offer **{{student.name}}** a place in **{{offer.grade}}** at {{school.name}} for the school year {{offer.year}}, on the conditions below. The place is held for you while you meet them.',
      'يسرنا أن نعرض على **{{student.name}}** مقعدًا في **{{offer.grade}}** لدى {{school.name}} للعام الدراسي {{offer.year}} وفق الشروط المبينة أدناه. ونحتفظ بالمقعد باسمكم ريثما تستوفونها.',
    ),
  ],
}

const fls: OfferVoice = {
  opening: [
    dear,
    para(
      'Thank you for choosing {{school.name}}. After meeting **{{student.name}}** and reading the application, we are happy to offer a place in **{{offer.grade}}** for the school year {{offer.year}}. Our teachers already look forward to the first lesson together.',
      'شكرًا لاختياركم {{school.name}}. بعد لقائنا مع **{{student.name}}** واطلاعنا على طلب الالتحاق يسعدنا أن نعرض مقعدًا في **{{offer.grade}}** للعام الدراسي {{offer.year}}، ومعلمونا يتطلعون منذ الآن إلى الدرس الأول.',
    ),
  ],
}

const flsConditional: OfferVoice = {
  opening: [
    dear,
    para(
      'Thank you for choosing {{school.name}}. After meeting **{{student.name}}** and reading the application, we offer a place in **{{offer.grade}}** for the school year {{offer.year}}. A few things are still open; they are listed below, and our admissions office helps you with each.',
      'شكرًا لاختياركم {{school.name}}. بعد لقائنا مع **{{student.name}}** واطلاعنا على طلب الالتحاق نعرض مقعدًا في **{{offer.grade}}** للعام الدراسي {{offer.year}}. وقد بقيت أمور يسيرة مبينة أدناه، ومكتب القبول في عونكم في كل منها.',
    ),
  ],
}

const peace = para('Peace be upon you, and the mercy and blessings of God.', 'السلام عليكم ورحمة الله وبركاته، وبعد:')
const thanksToGod = para(
  'We ask God to grant {{student.name}} success, and thank you for your trust.',
  'نسأل الله أن يوفّق {{student.name}}، ونشكر لكم ثقتكم بنا.',
)

const alfalah: OfferVoice = {
  opening: [
    dear,
    peace,
    para(
      'It gives us great pleasure to inform you that **{{student.name}}** has been accepted into **{{offer.grade}}** at {{school.name}} for the school year {{offer.year}}. We welcome your family to ours.',
      'يسرنا إبلاغكم بقبول **{{student.name}}** في **{{offer.grade}}** لدى {{school.name}} للعام الدراسي {{offer.year}}، ونرحب بكم في أسرة مدرستنا.',
    ),
  ],
  closing: [thanksToGod],
}

const alfalahConditional: OfferVoice = {
  opening: [
    dear,
    peace,
    para(
      'It gives us pleasure to inform you that **{{student.name}}** has been accepted into **{{offer.grade}}** at {{school.name}} for the school year {{offer.year}}, provided that the conditions below are met.',
      'يسرنا إبلاغكم بقبول **{{student.name}}** في **{{offer.grade}}** لدى {{school.name}} للعام الدراسي {{offer.year}} قبولًا مشروطًا باستيفاء ما يأتي.',
    ),
  ],
  closing: [thanksToGod],
}

const zaya: OfferVoice = {
  opening: [
    dear,
    para(
      'Good news: there is a place for **{{student.name}}** in **{{offer.grade}}** at {{school.name}} for the school year {{offer.year}}. The first weeks matter most to us. Before the first day we invite you both to see the classroom, meet the teacher and ask whatever you like.',
      'نزفّ إليكم خبرًا سارًّا: لدينا مقعد باسم **{{student.name}}** في **{{offer.grade}}** لدى {{school.name}} للعام الدراسي {{offer.year}}. والأسابيع الأولى أهم ما نعتني به، لذا ندعوكم معًا قبل أول يوم إلى زيارة الصف ولقاء المعلمة وطرح ما تشاؤون من أسئلة.',
    ),
  ],
}

const alephya: OfferVoice = {
  opening: [
    dear,
    para(
      'On behalf of {{school.name}} I am pleased to offer **{{student.name}}** a place in **{{offer.grade}}** for the school year {{offer.year}}. Here two languages share every day: your child learns to think, read and write in Arabic and in English alike.',
      'باسم {{school.name}} يسرني أن أعرض على **{{student.name}}** مقعدًا في **{{offer.grade}}** للعام الدراسي {{offer.year}}. في مدرستنا تتقاسم اللغتان كل يوم دراسي، فيتعلم الطالب أن يفكر ويقرأ ويكتب بالعربية والإنجليزية على السواء.',
    ),
  ],
}

/** Offer letters, one for each page on which a family reads its offer, under that page's name. */
export const offerLetters = {
  'offer-letter': offer(standard),
  'fls-offer-letter': offer(fls),
  'alfalah-offer-letter': offer(alfalah),
  'zaya-offer-letter': offer(zaya),
  'alephya-offer-letter': offer(alephya),
  'conditional-offer-letter': offer(conditional, true),
  'fls-conditional-offer-letter': offer(flsConditional, true),
  'alfalah-conditional-offer-letter': offer(alfalahConditional, true),
} satisfies Record<string, LetterTemplate>
