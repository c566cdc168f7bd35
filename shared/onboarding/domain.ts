import { defineDomain } from '../kernel/domain.ts'
import { goToStep } from './mutations.ts'
import { onboardings } from './schema.ts'

export const onboardingDomain = defineDomain({ tables: [onboardings], mutations: [goToStep] })
