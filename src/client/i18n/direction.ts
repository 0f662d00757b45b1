// chunk: frame
export const directionOf = (lng: string): 'ltr' | 'rtl' => (lng === 'ar' ? 'rtl' : 'ltr')
