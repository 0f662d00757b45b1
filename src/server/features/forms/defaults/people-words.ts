import { choice } from './form-words.ts'

/*
 * Choices that more than one of the long forms has.
 */

export const curricula = [
  choice('national', 'National curriculum', 'المنهج الوطني'),
  choice('british', 'British', 'بريطاني'),
  choice('american', 'American', 'أمريكي'),
  choice('indian', 'Indian', 'هندي'),
  choice('ib', 'International Baccalaureate', 'البكالوريا الدولية'),
  choice('french', 'French', 'فرنسي'),
  choice('other', 'Another', 'غير ذلك'),
]

export const visaStates = [
  choice('not-needed', 'Not needed: a citizen', 'غير مطلوبة: مواطن'),
  choice('have', 'Issued', 'صادرة'),
  choice('not-issued', 'Not issued yet', 'لم تصدر بعد'),
]

export const attestationStates = [
  choice('attested', 'Attested', 'مصدّقة'),
  choice('in-progress', 'Under way', 'قيد التصديق'),
  choice('not-attested', 'Not attested', 'غير مصدّقة'),
  choice('not-needed', 'Not needed', 'غير مطلوب'),
]

export const relations = [
  choice('father', 'Father', 'الأب'),
  choice('mother', 'Mother', 'الأم'),
  choice('grandparent', 'Grandparent', 'الجد أو الجدة'),
  choice('uncle-aunt', 'Uncle or aunt', 'العم أو الخال أو العمة أو الخالة'),
  choice('sibling', 'Brother or sister of age', 'أخ أو أخت بالغ'),
  choice('legal-guardian', 'Legal guardian', 'الوصي القانوني'),
  choice('other', 'Other', 'غير ذلك'),
]
