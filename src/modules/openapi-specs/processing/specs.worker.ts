import { serveTasks } from '../../../platform/workers/worker-tasks.ts'
import { specTasks, warmUp } from './specs.tasks.ts'

await serveTasks(specTasks, warmUp)
