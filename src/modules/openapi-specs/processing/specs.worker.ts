import { serveTasks } from '../../../platform/workers/worker-tasks.ts'
import { specTasks } from './specs.tasks.ts'

await serveTasks(specTasks)
