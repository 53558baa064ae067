/* `Migrator.migrate` without ctypes between: a function that is bound to rules.
 *
 * By the stable ABI, so that one file serves every Python from 3.10 on; and without being linked to the
 * library, whose functions come as addresses. Where it isn't there, ctypes does the same. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "jsonmigration.h"

typedef int32_t (*migrate_function)(
  const jsonmigration *, const uint8_t *, size_t, uint8_t *, size_t, size_t *,
  jsonmigration_buffer *, jsonmigration_buffer *);

typedef struct {
  PyObject_HEAD
  PyObject *owner; /* holds the rules open */
  const jsonmigration *rules;
  migrate_function migrate;
  void (*free)(void *);
  PyObject *raise;
} binding;

/* Larger documents are worth to let other threads run meanwhile. */
static const Py_ssize_t large = 4096;

/* Raises what errors say; they are given back. */
static PyObject *fail(const binding *bound, jsonmigration_buffer errors) {
  PyObject *lines = PyBytes_FromStringAndSize((char *)errors.bytes, (Py_ssize_t)errors.count);
  bound->free(errors.bytes);
  if (!lines) return NULL;
  PyObject *none = PyObject_CallFunctionObjArgs(bound->raise, lines, NULL);
  Py_DECREF(lines);
  Py_XDECREF(none);
  if (!PyErr_Occurred()) PyErr_SetString(PyExc_SystemError, "an error was told, and none raised");
  return NULL;
}

/* What the document is in UTF-8; `kept` holds the memory if it isn't the document's own. */
static const char *bytes_of(PyObject *document, Py_ssize_t *count, PyObject **kept) {
  char *bytes;
  *kept = NULL;
  if (PyUnicode_Check(document)) {
    const char *text = PyUnicode_AsUTF8AndSize(document, count);
    if (text) return text;
    /* Half of a pair: the library says where that is. */
    PyErr_Clear();
    *kept = PyUnicode_AsEncodedString(document, "utf-8", "surrogatepass");
  } else if (PyBytes_Check(document)) {
    return PyBytes_AsStringAndSize(document, &bytes, count) ? NULL : bytes;
  } else {
    PyObject *view = PyMemoryView_FromObject(document);
    if (!view) return NULL;
    *kept = PyBytes_FromObject(view);
    Py_DECREF(view);
  }
  if (!*kept || PyBytes_AsStringAndSize(*kept, &bytes, count)) return NULL;
  return bytes;
}

static PyObject *migrate(PyObject *self, PyObject *document) {
  const binding *bound = (binding *)self;
  Py_ssize_t count;
  PyObject *kept, *result;
  const char *bytes = bytes_of(document, &count, &kept);
  if (!bytes) {
    Py_XDECREF(kept);
    return NULL;
  }
  uint8_t room[16384];
  size_t length;
  jsonmigration_buffer larger, errors;
  int32_t status;
  if (count > large) {
    Py_BEGIN_ALLOW_THREADS
    status = bound->migrate(
      bound->rules, (const uint8_t *)bytes, (size_t)count, room, sizeof room, &length, &larger,
      &errors);
    Py_END_ALLOW_THREADS
  } else {
    status = bound->migrate(
      bound->rules, (const uint8_t *)bytes, (size_t)count, room, sizeof room, &length, &larger,
      &errors);
  }
  if (status < 0) {
    result = fail(bound, errors);
  } else if (status != JSONMIGRATION_CHANGED) {
    /* Of what is neither text nor bytes the copy. */
    result = kept && !PyUnicode_Check(document) ? kept : document;
    Py_INCREF(result);
  } else {
    const char *from = larger.bytes ? (char *)larger.bytes : (char *)room;
    result = PyUnicode_Check(document) ? PyUnicode_FromStringAndSize(from, (Py_ssize_t)length)
                                       : PyBytes_FromStringAndSize(from, (Py_ssize_t)length);
    bound->free(larger.bytes);
  }
  Py_XDECREF(kept);
  return result;
}

static PyObject *make(PyTypeObject *type, PyObject *arguments, PyObject *names) {
  PyObject *owner, *raise;
  unsigned long long rules, migrate, free;
  (void)names;
  if (!PyArg_ParseTuple(arguments, "OKKKO", &owner, &rules, &migrate, &free, &raise)) return NULL;
  binding *bound = (binding *)PyType_GenericAlloc(type, 0);
  if (!bound) return NULL;
  Py_INCREF(owner);
  Py_INCREF(raise);
  bound->owner = owner;
  bound->rules = (const jsonmigration *)(uintptr_t)rules;
  bound->migrate = (migrate_function)(uintptr_t)migrate;
  bound->free = (void (*)(void *))(uintptr_t)free;
  bound->raise = raise;
  return (PyObject *)bound;
}

static void release(PyObject *self) {
  binding *bound = (binding *)self;
  PyTypeObject *type = Py_TYPE(self);
  Py_XDECREF(bound->owner);
  Py_XDECREF(bound->raise);
  freefunc free = (freefunc)PyType_GetSlot(type, Py_tp_free);
  free(self);
  Py_DECREF(type);
}

/* Where it is unpickled there are other addresses: it travels as what it is bound to. */
static PyObject *reduce(PyObject *self, PyObject *none) {
  (void)none;
  return PyObject_CallMethod(((binding *)self)->owner, "__reduce__", NULL);
}

static PyMethodDef methods[] = {
  {"migrate", migrate, METH_O,
   "migrate($self, document, /)\n--\n\n"
   "The document in its newest version, bytes for bytes and text for text.\n\n"
   "One that is current comes back as the object that was given."},
  {"__reduce__", reduce, METH_NOARGS, NULL},
  {0}};

static PyType_Slot slots[] = {
  {Py_tp_new, make}, {Py_tp_dealloc, release}, {Py_tp_methods, methods},
  {Py_tp_doc, "Rules, and the functions of the library that take them."}, {0, NULL}};

static PyType_Spec type = {
  "jsonmigration._fast.Binding", sizeof(binding), 0, Py_TPFLAGS_DEFAULT, slots};

static int fill(PyObject *module) {
  PyObject *made = PyType_FromSpec(&type);
  if (!made) return -1;
  int status = PyModule_AddObjectRef(module, "Binding", made);
  Py_DECREF(made);
  return status;
}

static PyModuleDef_Slot steps[] = {{Py_mod_exec, fill}, {0, NULL}};

static struct PyModuleDef module = {
  PyModuleDef_HEAD_INIT, "_fast", NULL, 0, NULL, steps, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__fast(void) { return PyModuleDef_Init(&module); }
