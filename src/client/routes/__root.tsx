import { createRootRoute } from '@tanstack/react-router'
import { Root } from '#client/shell/root.tsx'

export const Route = createRootRoute({ component: Root })
