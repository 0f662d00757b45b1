// chunk: family
import { icon } from '#client/ui/icons/icon.tsx'

export const PenIcon = icon(
  <path d="M4 20l1-4.5L15.5 5a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.5L8.5 19zM13.5 7l3.5 3.5" />,
)
export const CameraIcon = icon(
  <>
    <path d="M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5z" />
    <circle cx="12" cy="13" r="3.5" />
  </>,
)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
)
export const ForwardIcon = icon(<path d="M9 5l7 7-7 7" />, true)
export const TickIcon = icon(<path d="M5 12.5l4.5 4.5L19 7.5" />)
export const MoneyIcon = icon(
  <>
    <rect x="3" y="6.5" width="18" height="11" rx="2" />
    <circle cx="12" cy="12" r="2.5" />
    <path d="M6.5 12h.01M17.5 12h.01" />
  </>,
)
export const ConsentIcon = icon(<path d="M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15.5 10" />)
export const PageIcon = icon(<path d="M6.5 3.5h7L18 8v12.5H6.5zM13.5 3.5V8H18M9.5 12.5h5M9.5 16h5" />)
export const DayIcon = icon(<path d="M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7M9 15l2 2 4-4" />)
export const SaveIcon = icon(<path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />)
export const MealIcon = icon(
  <path d="M7 3.5v6a2.5 2.5 0 0 0 2.5 2.5V20.5M12 3.5v6A2.5 2.5 0 0 1 9.5 12M9.5 3.5V8M17 20.5V3.5c-2 1-3 3.5-3 6.5v3h3" />,
)
