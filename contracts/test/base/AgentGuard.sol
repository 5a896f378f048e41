// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";
import {AgentOrCreatorGuard} from "./AgentOrCreatorGuard.sol";

/// @title The tests that every function guarded as agent-or-creator and active shares
abstract contract AgentGuard is AgentOrCreatorGuard {
    function test_GivenTheAgentIsSuspended() public onBothRoutes {
        checkRefusedAs(IRegistry.Status.Suspended);
    }
}
