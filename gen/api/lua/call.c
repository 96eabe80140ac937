/* call.c: the functions of a solver as functions of Lua. In: a descriptor, and
 * arguments of the sizes that its ports state. Out: closures that make one
 * call, or many.
 *
 * Invariant: a call reads and writes exactly the size of each port. */
#include <string.h>

#include "api/lua/inside.h"

/* A function with room for the numbers of its ports: the second upvalue. */
typedef struct Call {
  int index; /* of the function in the descriptor */
  int takes_state;
  const char *name;
  int nin, nout;
  const double **in;
  double **out;
  double **room; /* of each port, inputs first */
  int *size;     /* of each port, inputs first */
} Call;

/* A vector of at most so many numbers is returned as so many values. */
enum { MOST_RETURNED = 4 };

static const br_function *function_of(lua_State *lua, const Home *home,
                                      const Call *call)
{
  return &home_functions(lua, home)->functions[call->index];
}

/* ---- inputs ------------------------------------------------------------- */

static const char *port_name(lua_State *lua, const Home *home, const Call *call,
                             int port)
{
  return function_of(lua, home, call)->inputs[port].name;
}

/* Copies the numbers of the table at the index into the port's room. */
static void read_table(lua_State *lua, const Home *home, const Call *call,
                       int port, int index)
{
  for (int i = 0; i < call->size[port]; i++) {
    int is_number;
    lua_rawgeti(lua, index, i + 1);
    call->room[port][i] = lua_tonumberx(lua, -1, &is_number);
    lua_pop(lua, 1);
    if (!is_number)
      luaL_error(lua,
                 "%s: %s must have %d numbers, but item %d is not a number",
                 call->name, port_name(lua, home, call, port), call->size[port],
                 i + 1);
  }
}

/* Reads the input of one call at the index. */
static void read_input(lua_State *lua, const Home *home, const Call *call,
                       int port, int index)
{
  const int size = call->size[port], type = lua_type(lua, index);
  if (type == LUA_TNUMBER && size == 1) {
    call->room[port][0] = lua_tonumber(lua, index);
  } else if (type == LUA_TTABLE) {
    read_table(lua, home, call, port, index);
  } else {
    const Array *array = type == LUA_TUSERDATA ? array_at(lua, index) : NULL;
    if (!array || array->count != (size_t)size)
      luaL_error(
          lua, "%s: %s must be %s, got %s", call->name,
          port_name(lua, home, call, port),
          size == 1 ? "a number"
                    : lua_pushfstring(lua, "a table of %d numbers", size),
          array ? "an array of another length" : luaL_typename(lua, index));
    memcpy(call->room[port], array->at, (size_t)size * sizeof(double));
  }
  call->in[port] = call->room[port];
}

/* ---- one call ----------------------------------------------------------- */

/* Pushes a short vector as numbers, and other values as a table, row by row. */
static int push_output(lua_State *lua, const Call *call, const br_port *port,
                       int k)
{
  const double *values = call->out[k];
  const int size = call->size[call->nin + k];
  if (size <= MOST_RETURNED && (port->cols == 1 || port->rows == 1)) {
    luaL_checkstack(lua, size, NULL);
    for (int i = 0; i < size; i++) lua_pushnumber(lua, values[i]);
    return size;
  }
  lua_createtable(lua, size, 0);
  for (int i = 0; i < size; i++) {
    lua_pushnumber(lua, values[i]);
    lua_rawseti(lua, -2, i + 1);
  }
  return 1;
}

/* f(state, inputs...) -> outputs..., status */
static int call_once(lua_State *lua)
{
  const Home *home = lua_touserdata(lua, lua_upvalueindex(1));
  const Call *call = lua_touserdata(lua, lua_upvalueindex(2));
  const br_function *f = function_of(lua, home, call);
  void *state = call->takes_state ? home_state(lua, home, 1) : home->tuned;
  const int first = call->takes_state ? 2 : 1;
  for (int i = 0; i < call->nin; i++) read_input(lua, home, call, i, first + i);
  for (int i = 0; i < call->nout; i++) call->out[i] = call->room[call->nin + i];
  const int status = f->call(state, call->in, (double *const *)call->out);
  if (status < 0)
    return luaL_error(lua, "%s: %s", call->name, bristle_status(status));
  int count = 0;
  for (int i = 0; i < call->nout; i++)
    count += push_output(lua, call, &f->outputs[i], i);
  if (status == 0) return count;
  lua_pushstring(lua, bristle_status(status));
  return count + 1;
}

/* ---- many calls --------------------------------------------------------- */

/* Finds the numbers of one input: one value for all calls, or a row of an array
 * for each call. Returns the distance of the rows, 0 for one value. */
static size_t many_input(lua_State *lua, const Home *home, const Call *call,
                         int port, int index, size_t steps)
{
  const size_t size = (size_t)call->size[port];
  const Array *array = array_at(lua, index);
  if (array && array->count == size * steps) {
    call->in[port] = array->at;
    return size;
  }
  if (array && array->count != size)
    luaL_error(lua, "%s_many: %s must have %I numbers for %I steps, got %I",
               call->name, port_name(lua, home, call, port),
               (lua_Integer)(size * steps), (lua_Integer)steps,
               (lua_Integer)array->count);
  read_input(lua, home, call, port, index);
  return 0;
}

static size_t many_output(lua_State *lua, const Home *home, const Call *call,
                          int k, int index, size_t steps)
{
  const size_t size = (size_t)call->size[call->nin + k];
  call->out[k] = NULL;
  if (lua_isnoneornil(lua, index)) return 0;
  Array *array = array_at(lua, index);
  if (!array || array->count != size * steps)
    luaL_error(lua, "%s_many: %s must be an array of %I numbers or nil",
               call->name, function_of(lua, home, call)->outputs[k].name,
               (lua_Integer)(size * steps));
  call->out[k] = array->at;
  return size;
}

/* f_many(state, n, inputs..., outputs...) -> status of the last step. Each
 * input is one value for all steps or an array with a row for each step; each
 * output is an array or nil. */
static int call_many(lua_State *lua)
{
  enum { MOST_PORTS = 16 };
  size_t stride[MOST_PORTS];
  const Home *home = lua_touserdata(lua, lua_upvalueindex(1));
  const Call *call = lua_touserdata(lua, lua_upvalueindex(2));
  void *state = home_state(lua, home, 1);
  const lua_Integer given = luaL_checkinteger(lua, 2);
  luaL_argcheck(lua, given >= 0 && given < 1 << 28, 2,
                "must be a number of steps");
  const size_t steps = (size_t)given;
  const int ports = call->nin + call->nout;
  if (ports > MOST_PORTS)
    return luaL_error(lua, "%s has too many ports", call->name);
  for (int i = 0; i < call->nin; i++)
    stride[i] = many_input(lua, home, call, i, 3 + i, steps);
  for (int i = 0; i < call->nout; i++)
    stride[call->nin + i] =
        many_output(lua, home, call, i, 3 + call->nin + i, steps);
  int status = 0;
  for (size_t k = 0; k < steps; k++) {
    /* A faster tier may have come since the last step. */
    status = function_of(lua, home, call)
                 ->call(state, call->in, (double *const *)call->out);
    if (status < 0)
      return luaL_error(lua, "%s_many: step %I of %I: %s", call->name,
                        (lua_Integer)k + 1, given, bristle_status(status));
    for (int i = 0; i < call->nin; i++) call->in[i] += stride[i];
    for (int i = 0; i < call->nout; i++)
      if (call->out[i]) call->out[i] += stride[call->nin + i];
  }
  if (status == 0) return 0;
  lua_pushstring(lua, bristle_status(status));
  return 1;
}

/* ---- making the functions ----------------------------------------------- */

static int port_size(const br_port *port)
{
  return port->rows * port->cols;
}

/* Pushes the Call of a function as one block of memory. */
static void push_call(lua_State *lua, const br_function *f, int index,
                      int takes_state)
{
  const size_t nin = (size_t)f->ninputs, nout = (size_t)f->noutputs;
  const size_t ports = nin + nout;
  size_t numbers = 0;
  for (size_t i = 0; i < nin; i++) numbers += (size_t)port_size(&f->inputs[i]);
  for (size_t i = 0; i < nout; i++)
    numbers += (size_t)port_size(&f->outputs[i]);
  const size_t bytes = sizeof(Call) + numbers * sizeof(double) +
                       2 * ports * sizeof(double *) + ports * sizeof(int) +
                       strlen(f->name) + 1;
  Call *call = lua_newuserdatauv(lua, bytes, 0);
  double *at = (double *)(call + 1);
  call->index = index;
  call->takes_state = takes_state;
  call->nin = f->ninputs;
  call->nout = f->noutputs;
  call->in = (const double **)(at + numbers);
  call->out = (double **)(call->in + nin);
  call->room = call->out + nout;
  call->size = (int *)(call->room + ports);
  call->name = strcpy((char *)(call->size + ports), f->name);
  for (size_t i = 0; i < ports; i++) {
    call->size[i] = port_size(i < nin ? &f->inputs[i] : &f->outputs[i - nin]);
    call->room[i] = at;
    at += call->size[i];
  }
}

void call_add_functions(lua_State *lua, int home_index, int needs_state)
{
  const Home *home = lua_touserdata(lua, home_index);
  const br_solver *functions = home_functions(lua, home);
  for (int i = 0; i < functions->nfunctions; i++) {
    const br_function *f = &functions->functions[i];
    /* A state with a tuning also has the functions that look at this alone. */
    if (!f->needs_state && needs_state && !functions->tuning) continue;
    if (f->needs_state && !needs_state) continue;
    lua_pushvalue(lua, home_index);
    push_call(lua, f, i, needs_state);
    if (needs_state) {
      lua_pushfstring(lua, "%s_many", f->name);
      lua_pushvalue(lua, -3);
      lua_pushvalue(lua, -3);
      lua_pushcclosure(lua, call_many, 2);
      lua_rawset(lua, -5);
    }
    lua_pushcclosure(lua, call_once, 2);
    lua_setfield(lua, -2, f->name);
  }
}
