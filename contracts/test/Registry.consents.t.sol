// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {AgentViewGuard} from "./base/AgentViewGuard.sol";

contract RegistryConsentsTest is AgentViewGuard {
    function viewCall(uint256 id) internal pure override returns (bytes memory) {
        return abi.encodeCall(IRegistry.consents, (id));
    }

    function test_GivenARootNobodyConfirmed() public view {
        assertConsents(agentId, false, false, true);
    }

    function test_GivenConsentsAndTheSelfModifyingFlag() public {
        // They share a byte of storage: none may show as another.
        Registration memory r = registration();
        (r.agentWallet, r.parentAgentId, r.selfModifying) = (makeActor("child").addr, agentId, true);
        uint256 child = register(stranger, r);
        assertConsents(child, false, false, false);
        send(makeActor("child"), abi.encodeCall(IRegistry.confirmAgent, (child)));
        assertConsents(child, true, false, false);
        assertTrue(registry.getAgent(child).selfModifying);
        assertFalse(registry.getAgent(agentId).selfModifying);
    }
}
