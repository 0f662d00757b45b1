import { icon } from '#client/ui/icons/icon.tsx'

export const DoorIcon = icon(<path d="M9 4.500h10v15H9M14.500 12H4m0 0 3.500-3.500M4 12l3.500 3.500" />, true)
export const BackIcon = icon(<path d="M20 12H4.500m0 0 6-6m-6 6 6 6" />, true)
export const HandIcon = icon(
  <path d="M7.500 12.500V6.200a1.500 1.500 0 0 1 3 0V11V4.500a1.500 1.500 0 0 1 3 0V11V5.700a1.500 1.500 0 0 1 3 0v6.500V9.200a1.500 1.500 0 0 1 3 0V15c0 4-2.700 6.500-6.500 6.500-3 0-4.800-1.200-6-3.300L4.300 14.500c-.9-1.600 1-3 2.200-1.700z" />,
)
export const TouchIcon = icon(
  <>
    <path d="M9 12.500V7.200a1.700 1.700 0 0 1 3.400 0v5l4.700 1c1.500.3 2.400 1.700 2.100 3.200l-.9 4.600h-7.600l-4.200-5.600c-1.200-1.700.7-3.400 2.500-2.900z" />
    <path d="M5.500 8.500a5.200 5.200 0 0 1 10.400 0" />
  </>,
)
export const ClassIcon = icon(
  <>
    <circle cx="9" cy="8.500" r="3.200" />
    <path d="M3.500 19c0-3.600 2.400-5.500 5.500-5.500s5.500 1.900 5.500 5.500M16.500 14.500c2.600 0 4.200 1.600 4.200 4.500" />
    <circle cx="17" cy="10.500" r="2.400" />
  </>,
)
export const NumberIcon = icon(<path d="M9.500 4.500l-2 15M16.500 4.500l-2 15M4.500 9h16M3.500 15h16" />)
export const HeartIcon = icon(
  <path
    fill="currentColor"
    d="M12 20C5 15 3 11.500 3 8.500a4.500 4.500 0 0 1 9-1 4.500 4.500 0 0 1 9 1c0 3-2 6.500-9 11.500z"
  />,
)
