import { serveTasks } from '../../../platform/workers/worker-tasks.ts'
import { importTasks } from './import.tasks.ts'

await serveTasks(importTasks)
