import { serveTasks } from '../../../platform/workers/worker-tasks.ts'
import { pdfTasks } from './pdf.tasks.ts'

await serveTasks(pdfTasks)
