// What the stages of fuzzing one thing share. Types only.

import type { Buckets } from '../../shared/fuzz/buckets.ts';
import type { FuzzRemark } from '../../shared/fuzz/findings.ts';
import type { FuzzHost } from './fuzz-host.ts';
import type { FuzzMeter } from './fuzz-meter.ts';
import type { FuzzParts, SubjectPlan } from './fuzz-parts.ts';

export interface SubjectParts {
  readonly parts: FuzzParts;
  readonly plan: SubjectPlan;
  readonly host: FuzzHost;
  readonly buckets: Buckets;
  readonly meter: FuzzMeter;
  readonly remark: (remark: Omit<FuzzRemark, 'subject'>) => void;
}
