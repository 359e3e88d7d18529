import { formatLocalDay, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import { passwordMinLength } from '../../../vocabulary/password-length.ts'
import type { copy } from '../../accounts/copy.ts'

export const texts: typeof copy = {
  account: {
    name: 'Nombre',
    email: 'Correo electrónico',
    password: 'Contraseña',
    passwordHint: `Al menos ${passwordMinLength} caracteres. Una frase de contraseña es más segura que una contraseña corta.`,
  },
  language: 'Idioma',
  signIn: {
    title: 'Iniciar sesión',
    lead: 'Le damos la bienvenida de nuevo.',
    submit: 'Iniciar sesión',
    newHere: '¿Aún no tiene cuenta?',
    createAccount: 'Crear una cuenta',
    noAccount: '¿No tiene cuenta? Pida una invitación a un propietario o administrador de su organización.',
  },
  signUp: {
    title: 'Crear una cuenta',
    lead: 'Se creará una organización nueva.',
    submit: 'Crear cuenta',
    hasAccount: '¿Ya tiene una cuenta?',
    signIn: 'Iniciar sesión',
  },
  firstRun: {
    title: 'Configurar Ansight',
    lead: 'Descubra cómo hablan de su marca los motores de IA. Esta primera cuenta será la del propietario.',
    setupCode: 'Código de configuración',
    setupCodeHint: 'El servicio lo escribe en su registro al arrancar.',
    privacy: 'Todos los datos permanecen en este servidor. A los motores solo se envían sus prompts.',
  },
  invitation: {
    title: (organization) => `Unirse a ${organization}`,
    lead: (email, role, meaning) => `${email} tiene una invitación como ${role} (${meaning}).`,
    validity: (expiresAt) => `La invitación se puede usar una vez y caduca el ${formatTime(expiresAt)}.`,
    existingAccount: 'Tengo una cuenta sin organización',
    newAccount: 'Crear una cuenta nueva',
    signInAndJoin: 'Iniciar sesión y unirse',
    createAccountAndJoin: 'Crear cuenta y unirse',
  },
  invalidInvitation: {
    title: 'Esta invitación no es válida',
    lead: 'Se ha usado o revocado, o tiene más de siete días. Pida un enlace nuevo a quien se la envió.',
    signIn: 'Iniciar sesión',
  },
  settings: {
    title: 'Organización',
    tabs: {
      general: 'General',
      members: 'Miembros',
      apiKeys: 'Claves de API',
      engines: 'Motores',
      spend: 'Plan y gasto',
      auditLog: 'Registro de auditoría',
    },
  },
  dateFormat: {
    title: 'Fechas y horas',
    lead: 'Se aplica a la hora de los eventos, como las ejecuciones. Los días de las métricas empiezan a medianoche UTC.',
    timeZone: 'Zona horaria',
    ownZone: 'Zona horaria del navegador',
    now: (time) => `Ahora: ${time}`,
    update: 'Actualizar',
    weekStart: 'Primer día de la semana',
    weekStarts: { monday: 'Lunes', sunday: 'Domingo', saturday: 'Sábado' },
  },
  organizationName: {
    title: 'Nombre',
    lead: 'Visible para los miembros y en las invitaciones.',
    field: 'Nombre de la organización',
    save: 'Guardar',
  },
  liveUpdates: {
    title: 'Actualizaciones en directo',
    connected: 'Durante una ejecución, las páginas reciben actualizaciones en directo de:',
    notConfigured:
      'No hay ningún servidor en tiempo real configurado, así que las páginas se actualizan cada 3 segundos durante una ejecución. Para activar las actualizaciones en directo, asigne a estas variables los valores de un servidor compatible con el protocolo Pusher:',
  },
  retention: {
    title: 'Conservación de datos',
    lead: 'Los datos con más días que estos se eliminan a diario. Las métricas no cambian.',
    fields: {
      raw_payload_days: 'Datos sin procesar de los motores (días)',
      answer_text_days: 'Textos y fuentes de las respuestas (días)',
      visit_days: 'Visitas individuales (días)',
      audit_log_days: 'Registro de auditoría (días)',
    },
    keep: 'Conservar',
    review: 'Revisar los cambios',
    confirmTitle: '¿Guardar estos plazos de conservación?',
    confirm: 'Guardar y eliminar a diario',
    nothing: 'La próxima eliminación diaria no elimina nada.',
    deletes: 'La próxima eliminación diaria elimina lo siguiente, sin posibilidad de deshacerlo:',
    deleted: {
      raw_payloads: (count) => formatQuantity(count, 'dato sin procesar', 'datos sin procesar'),
      answer_texts: (count) => formatQuantity(count, 'texto de respuesta', 'textos de respuesta'),
      visits: (count) => formatQuantity(count, 'visita'),
      audit_log_entries: (count) =>
        formatQuantity(count, 'entrada del registro de auditoría', 'entradas del registro de auditoría'),
    },
    kept: ({ answers, visits }) =>
      `Las métricas siguen incluyéndolas todas: ${formatQuantity(answers, 'respuesta')} y ${formatQuantity(visits, 'visita')}. Los cambios de nombres dejan de aplicarse a las respuestas sin texto.`,
    withoutText: (answers) =>
      `${formatQuantity(answers, 'respuesta')} sin texto: se incluyen en las métricas, pero no se les aplican los cambios de nombres.`,
  },
  exportData: {
    title: 'Exportar los datos',
    lead: 'Todos los datos de la organización en formato JSON Lines: una línea por registro, con el nombre de su tabla. Las respuestas tienen el formato de ansight import. No se incluyen secretos.',
    action: 'Exportar',
  },
  deleteOrganization: {
    title: 'Eliminar la organización',
    lead: 'Elimina de forma permanente sus marcas, respuestas, miembros y claves de API. Exporte antes los datos.',
    action: 'Eliminar la organización',
    confirmTitle: (name) => `¿Eliminar ${name}?`,
    password: 'Su contraseña',
    warning:
      'Todas las marcas y sus respuestas, los miembros y las claves de API se eliminan de inmediato. Esta acción no se puede deshacer.',
  },
  members: {
    title: 'Miembros',
    count: (members) => formatQuantity(members, 'miembro'),
    invite: 'Invitar a un miembro',
    you: '(usted)',
    details: (email, joinedAt, brands) =>
      `${email}, miembro desde el ${formatLocalDay(joinedAt)}${
        brands === undefined ? '' : `, acceso a ${formatQuantity(brands, 'marca')}`
      }`,
    roleOf: (name) => `Rol de ${name}`,
    brandAccess: 'Acceso a marcas',
    brandAccessOf: (name) => `Acceso a marcas de ${name}`,
    remove: 'Quitar',
    removeOne: (name) => `Quitar a ${name}`,
  },
  removeMember: {
    title: (name) => `¿Quitar a ${name}?`,
    action: 'Quitar al miembro',
    warning:
      'Sus sesiones y claves de API se revocan de inmediato. Su trabajo se conserva y se le puede volver a invitar.',
  },
  brandAccess: {
    legend: 'Acceso',
    all: 'Todas las marcas, incluidas las futuras',
    selected: 'Solo las marcas seleccionadas',
    save: 'Guardar',
  },
  openInvitations: {
    title: 'Invitaciones pendientes',
    lead: 'Cada enlace funciona una vez y caduca a los siete días.',
    details: (role, expiresAt) => `${role}, caduca el ${formatLocalDay(expiresAt)}`,
    revoke: 'Revocar',
    revokeFor: (email) => `Revocar la invitación de ${email}`,
  },
  inviteDialog: {
    title: 'Invitar a un miembro',
    role: 'Rol',
    submit: 'Crear enlace de invitación',
    linkTitle: 'Comparta este enlace',
    link: 'Enlace',
    linkNote: (email) =>
      `Envíe usted mismo el enlace a ${email}; Ansight no envía correos. Funciona una vez, caduca a los siete días y no se volverá a mostrar.`,
  },
  apiKeys: {
    title: 'Claves de API',
    lead: 'Para hojas de cálculo, scripts y asistentes. Una clave actúa en nombre del usuario que la creó, dentro de los límites que usted elija.',
    create: 'Crear clave',
    emptyTitle: 'Aún no hay claves de API',
    empty: 'Cree una clave para usar la API sin contraseña.',
    docs: 'Leer la documentación de la API',
    revoked: (at) => `Revocada el ${formatLocalDay(at)}`,
    details: (owner, createdAt, lastUsedAt) =>
      `creada por ${owner} el ${formatLocalDay(createdAt)}, ${
        lastUsedAt === null ? 'sin usar' : `último uso ${formatTime(lastUsedAt)}`
      }`,
    limits: {
      access: { read: 'Solo lectura', write: 'Lectura y escritura' },
      allBrands: 'todas las marcas',
      brands: (count) => formatQuantity(count, 'marca'),
      neverExpires: 'no caduca',
      expires: (at) => `caduca el ${formatLocalDay(at)}`,
    },
    revoke: 'Revocar',
    revokeOne: (name) => `Revocar ${name}`,
    revokeTitle: '¿Revocar esta clave?',
    revokeAction: 'Revocar clave',
    revokeWarning: (name) =>
      `Las solicitudes que usen «${name}» se rechazarán de inmediato. Esta acción no se puede deshacer.`,
  },
  createKey: {
    title: 'Crear clave de API',
    name: 'Nombre',
    namePlaceholder: 'Informe semanal',
    nameHint: 'Para qué se usa esta clave.',
    access: 'Permisos',
    accessLevels: { read: 'Solo lectura', write: 'Lectura y escritura, según su rol' },
    expiry: 'Caducidad',
    expiries: [
      ['30', 'En 30 días'],
      ['90', 'En 90 días'],
      ['365', 'En un año'],
      ['0', 'Nunca'],
    ],
    submit: 'Crear clave',
    tokenTitle: 'Su nueva clave de API',
    token: 'Token',
    tokenNote: 'Copie esta clave ahora. No se volverá a mostrar; solo se guarda su hash.',
  },
  showOnce: { close: 'Listo' },
  auditLog: {
    title: 'Registro de auditoría',
    lead: 'Todos los cambios e inicios de sesión, los más recientes primero. Solo visible para propietarios.',
    type: 'Tipo de cambio',
    allTypes: 'Todos los cambios',
    caption: 'Cambios, los más recientes primero',
    emptyTitle: 'No hay cambios que coincidan',
    empty: 'No se han registrado cambios de este tipo. Elija otro tipo.',
    columns: {
      date: 'Fecha',
      change: 'Cambio',
      user: 'Usuario',
      brand: 'Marca',
      details: 'Detalles',
    },
    deletedBrand: 'Marca eliminada',
    formerMember: 'Antiguo miembro',
    withKey: (user, key) => `${user}, clave de API ${key ?? '(revocada)'}`,
    actors: {
      system: 'Sistema',
      cron: 'Programador externo',
      callback: 'Receptor del webhook',
      anonymous: 'Sin iniciar sesión',
    },
  },
}
